import type { ExampleCall } from '../exampleCall.ts'

/** The example call for a shell. */
export function curlSample({ operation, way, url, credentials, body, types }: ExampleCall): string {
  const headers = [
    ...credentials.map(({ name, prefix, variable }) => `-H "${name}: ${prefix}$${variable}"`),
    ...(operation['x-idempotency'] === undefined ? [] : ['-H "Idempotency-Key: $KEY"']),
    ...(way.body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body))}`]),
  ]
  const method = way.method === 'GET' || (way.method === 'POST' && way.body !== undefined) ? '' : ` -X ${way.method}`
  const flags = operation['x-answer'] === 'stream' ? ' -N' : isFile(types) ? ' -o answer' : ''
  return [`curl${method}${flags} ${quoted(url)}`, ...headers].join(' \\\n  ')
}

/** Whether an answer is bytes that a terminal should not show. */
export const isFile = ([type = 'application/json']: readonly string[]): boolean => !/json|yaml|event-stream/.test(type)

/** A word of a shell (POSIX, section 2.2.2). */
const quoted = (text: string): string => `'${text.replaceAll(`'`, `'\\''`)}'`
