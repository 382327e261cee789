import { m } from '#shared/i18n/generated/messages.js'
import type { Profile } from '../control/profiles.ts'

/** Facts for the page of the sandbox that serves it. */
export interface PageFacts {
  readonly profile: Profile
  readonly liveWorld: boolean
  /** The sandbox's own address as the caller knows it. */
  readonly origin: string
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const style = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:42rem;margin:3rem auto;padding:0 1rem}
pre{overflow-x:auto;padding:.75rem 1rem;border:1px solid #8886;border-radius:.5rem}h1{font-size:1.5rem}`

/** The page at `/`, in Ukrainian for a browser that asks for it first, else in English. Nothing secret is on it. */
export function frontPage(
  languages: string | undefined,
  { origin, profile, liveWorld }: PageFacts,
): { readonly raw: string; readonly headers: Readonly<Record<string, string>> } {
  const locale = /^\s*uk\b/i.test(languages ?? '') ? 'uk' : 'en'
  const say = (
    message: (inputs: Record<string, never>, options: { locale: 'en' | 'uk' }) => string,
  ): string => escaped(message({}, { locale }))
  const paragraphs = [
    say(m.sandbox_page_about),
    say(profile === 'live' ? m.sandbox_page_live : m.sandbox_page_contract),
    ...(liveWorld ? [say(m.sandbox_page_world)] : []),
    say(m.sandbox_page_key),
  ]
  const raw =
    `<!doctype html><html lang="${locale}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<title>${say(m.sandbox_page_title)}</title><style>${style}</style><h1>${say(m.sandbox_page_title)}</h1>` +
    paragraphs.map((text) => `<p>${text}</p>`).join('') +
    `<pre>curl "${escaped(origin)}/auto/search?category_id=1&amp;api_key=…"</pre>` +
    `<ul><li><a href="/openapi.yaml">${say(m.sandbox_page_description)}</a></li>` +
    `<li><a href="/_control/openapi.json">${say(m.sandbox_page_control)}</a></li></ul>` +
    `<p>${say(m.sandbox_page_token)}</p><pre>x-control-token: …</pre></html>`
  return { raw, headers: { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'" } }
}
