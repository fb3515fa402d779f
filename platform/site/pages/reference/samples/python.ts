import type { ExampleCall } from '../exampleCall.ts'
import { isFile } from './curl.ts'
import { literal, PYTHON } from './literal.ts'

/** The example call with Python's standard library. */
export function pythonSample({ operation, callable, url, credentials, body, types }: ExampleCall): string {
  const takesKey = operation['x-idempotency'] !== undefined
  const isStream = operation['x-answer'] === 'stream'
  const isText = isStream || isFile(types) || types[0]?.includes('yaml') === true
  const hasBody = callable.body !== undefined
  const headers = [
    ...(hasBody ? [`'Content-Type': 'application/json'`] : []),
    ...credentials.map(({ name, prefix, variable }) =>
      prefix === '' ? `'${name}': os.environ['${variable}']` : `'${name}': f"${prefix}{os.environ['${variable}']}"`,
    ),
    ...(takesKey ? [`'Idempotency-Key': str(uuid.uuid4())`] : []),
  ]
  const modules = [
    ...(hasBody || !isText ? ['json'] : []),
    ...(credentials.length > 0 ? ['os'] : []),
    ...(takesKey ? ['uuid'] : []),
  ]
  const method = callable.method === (hasBody ? 'POST' : 'GET') ? [] : [`method='${callable.method}'`]
  const more = [...(hasBody ? ['json.dumps(body).encode()'] : []), ...method]
  return [
    ...modules.map((name) => `import ${name}`),
    'from urllib.request import Request, urlopen',
    '',
    ...(hasBody ? [`body = ${literal(body, PYTHON, '', 'body = '.length)}`] : []),
    ...requestLines(`'${url}'`, more, headers),
    'with urlopen(request, timeout=30) as answer:',
    ...(isStream
      ? ['    for line in answer:', '        print(line.decode(), end="")']
      : isFile(types)
        ? ['    content = answer.read()', `    print(answer.headers['Content-Type'], len(content))`]
        : isText
          ? ['    print(answer.read().decode())']
          : ['    print(json.load(answer))']),
  ].join('\n')
}

/** The request, on one line if it has no headers. */
function requestLines(url: string, more: readonly string[], headers: readonly string[]): readonly string[] {
  if (headers.length === 0) return [`request = Request(${[url, ...more].join(', ')})`]
  return [
    'request = Request(',
    `    ${url},`,
    ...more.map((one) => `    ${one},`),
    '    headers={',
    ...headers.map((one) => `        ${one},`),
    '    },',
    ')',
  ]
}
