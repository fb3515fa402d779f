import { ErrorEnvelope } from '../../schema/common.ts'
import { ERRORS, isErrorCode } from '../../schema/errors.ts'
import { Problem } from '../../schema/problem.ts'
import { titleOf } from '../../schema/titleOf.ts'

const POINTER = /^#\/(path|query|header|body)(\/.*)?$/
const CHALLENGES =
  /^\w+ realm="\w+"(, error="\w+"(, scope="\w+")?)?(, \w+ realm="\w+"(, error="\w+"(, scope="\w+")?)?)*$/

/** How the two forms of one error disagree with each other, with the catalogue, or with RFC 9457. */
export async function faultsOfForms(envelope: Response, problem: Response): Promise<string[]> {
  const [short, long] = [
    ErrorEnvelope.safeParse(await envelope.json()),
    Problem.strict().safeParse(await problem.json()),
  ]
  if (!short.success) return ['the envelope is none']
  if (!long.success) return [`the problem is none: ${long.error.message}`]
  const { data } = long
  const { code } = data
  if (!isErrorCode(code)) return [`${code} is not in the catalogue`]
  const { status, retry } = ERRORS[code]
  const text = short.data.error
  const [one, other] = [envelope, problem].map(headersOf)
  const link = problem.headers.get('link') ?? ''
  const wanted: Record<string, readonly [unknown, unknown]> = {
    'Content-Type': [problem.headers.get('content-type'), 'application/problem+json'],
    headers: [other, one],
    status: [
      [envelope.status, problem.status, data.status],
      [status, status, status],
    ],
    'X-Error-Code': [problem.headers.get('x-error-code'), code],
    'X-Request-Id': [problem.headers.get('x-request-id') ?? '', data.requestId],
    Vary: [problem.headers.get('vary')?.split(', ').includes('Accept'), true],
    Link: [link.endsWith(`<${data.type}>; rel="help"`), true],
    type: [data.type.endsWith(`/docs/errors/${code}`), true],
    title: [data.title, titleOf(code)],
    detail: [data.detail, text === code ? data.title : text.slice(code.length + 2)],
    fix: [data.fix, ERRORS[code].fix],
    retryable: [data.retryable, retry !== undefined],
    'Retry-After': [typeof retry === 'number' && !problem.headers.has('retry-after'), false],
    'WWW-Authenticate': [status === 401 && !CHALLENGES.test(problem.headers.get('www-authenticate') ?? ''), false],
    fields: [data.fields?.filter(({ pointer, problem: why }) => !POINTER.test(pointer) || why === '') ?? [], []],
  }
  return Object.entries(wanted).flatMap(([name, [found, right]]) =>
    JSON.stringify(found) === JSON.stringify(right)
      ? []
      : [`${name}: ${JSON.stringify(found)}, not ${JSON.stringify(right)}`],
  )
}

/** All but the form itself, how long the answer took, and what one request after another has left of its budget. */
const headersOf = ({ headers }: Response) =>
  [...headers].filter(([name]) => !/^content-type$|^server-timing$|ratelimit/.test(name))
