import type { Answer } from '../http/answers.ts'

/** The forms in which a live service sends a refusal (docs/service/practice.md, "errors"), one after another. */
export function refusalForm(answer: Answer, turn: number): Answer {
  const forms = [asHtmlType, asJsonString, asPage, answer.status === 400 ? asNotice : asXml, asCsv] as const
  return (forms[turn % forms.length] ?? asPage)(answer)
}

const asHtmlType = (answer: Answer): Answer => ({ ...answer, contentType: 'text/html; charset=utf-8' })

const asJsonString = (answer: Answer): Answer => ({ ...answer, value: JSON.stringify(answer.value) })

const asPage = (answer: Answer): Answer => ({
  ...answer,
  contentType: 'text/html; charset=utf-8',
  raw: `<!DOCTYPE html><html><head><title>${answer.status}</title></head><body><h1>Error ${answer.status}</h1></body></html>`,
})

const asXml = (answer: Answer): Answer => ({
  ...answer,
  contentType: 'application/xml',
  raw: `<?xml version="1.0" encoding="UTF-8"?><error><code>${answer.status}</code></error>`,
})

const asCsv = (answer: Answer): Answer => ({
  ...answer,
  contentType: 'text/csv',
  raw: `status,message\r\n${answer.status},Error\r\n`,
})

/** A refusal under status 200. */
const asNotice = (answer: Answer): Answer => ({
  ...answer,
  status: 200,
  value: { noticeData: [{ noticeType: 'error', noticeText: JSON.stringify(answer.value) }] },
})
