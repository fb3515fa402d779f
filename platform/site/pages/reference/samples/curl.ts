import type { ExampleCall } from '../exampleCall.ts'

/** The example call for a shell. */
export function curlSample({ operation, callable, url, credentials, body, types }: ExampleCall): string {
  const headers = [
    ...credentials.map(({ name, prefix, variable }) => `-H "${name}: ${prefix}$${variable}"`),
    ...(operation['x-idempotency'] === undefined ? [] : ['-H "Idempotency-Key: $KEY"']),
    ...(callable.body === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body))}`]),
  ]
  const method =
    callable.method === 'GET' || (callable.method === 'POST' && callable.body !== undefined)
      ? ''
      : ` -X ${callable.method}`
  const flags = operation['x-answer'] === 'stream' ? ' -N' : isFile(types) ? ' -o answer' : ''
  return [`curl${method}${flags} ${quoted(url)}`, ...headers].join(' \\\n  ')
}

/** Whether an answer is bytes that a terminal should not show. */
export const isFile = ([type = 'application/json']: readonly string[]): boolean => !/json|yaml|event-stream/.test(type)

/** A word of a shell (POSIX, section 2.2.2). */
const quoted = (text: string): string => `'${text.replaceAll(`'`, `'\\''`)}'`
