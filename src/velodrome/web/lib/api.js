// Plain HTTP requests with JSON answers.

/** @typedef {import('./i18n.js').Text} Text */

/** Error of a failed request, with a text of the page that explains it. */
export class RequestError extends Error {
  /** @param {Text} text */
  constructor(text) {
    super(text.key)
    this.text = text
  }
}

/**
 * Send a request and return its JSON answer; throw RequestError if the server refuses it or cannot be reached.
 * @param {string} path
 * @param {unknown} [body]  sent as JSON by POST; without it the request is a GET
 */
export async function request(path, body) {
  const headers = { 'Content-Type': 'application/json' }
  const options = body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) }
  const response = await fetch(path, options).catch(() => {
    throw new RequestError({ key: 'trouble.line' })
  })
  const answer = await response.json().catch(() => ({}))
  if (!response.ok) throw new RequestError(answer.error ?? { key: 'refuse.broken' })
  return answer
}
