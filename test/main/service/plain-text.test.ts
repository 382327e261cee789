import { expect, test } from 'vitest'
import fc from 'fast-check'
import { decodeEntities, plainText } from '../../../src/main/service/plain-text.ts'

test.each([
  ['&quot;BMW&quot; &amp; &laquo;Audi&raquo;', '"BMW" & «Audi»'],
  ['&#1111;&#x457;&#X457;', 'їїї'],
  ['5&nbsp;000&euro;', '5\u00a0000€'],
  ['&amp;quot;', '&quot;'],
  ['&unknown; &; &# &#; &#xZZ; A&B', '&unknown; &; &# &#; &#xZZ; A&B'],
  ['&#0;&#55296;&#9999999;', '&#0;&#55296;&#9999999;'],
  ['&#128663;', '🚗'],
])('%s', (html, expected) => expect(decodeEntities(html)).toBe(expected))

test.each([
  ['<p>Перший власник.<br/>Сервісна <b>книга</b></p>', 'Перший власник.\nСервісна книга\n'],
  ['price < 5 000 and > 3', 'price < 5 000 and > 3'],
  ['a <!-- hidden --> b', 'a  b'],
  ['<img src=x onerror=alert(1)>text', 'text'],
  ['&lt;script&gt;', '<script>'],
  ['<ul><li>one</li><li>two</li></ul>', 'one\ntwo\n\n'],
  ['plain', 'plain'],
])('%s has no tags', (html, expected) => expect(plainText(html)).toBe(expected))

test('a text without tags and entities is left alone', () => {
  fc.assert(
    fc.property(fc.string(), (text) => text.includes('<') || text.includes('&') || plainText(text) === text),
  )
})
