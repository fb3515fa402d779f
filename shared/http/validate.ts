import { getAddress, isAddress } from 'viem'
import * as z from 'zod'
import { checkAddressesBy, WRONG_CHECKSUM } from '../../schema/common.ts'
import { wording, wordsOf } from '../../schema/wording.ts'
import { ApiError, type FieldProblem } from '../errors/ApiError.ts'
import { COMPROMISED, isSecret } from '../text/exposedKey.ts'
import { nearest } from '../text/nearest.ts'

// viem accepts all lower case and checks mixed case (EIP-55); all upper case has a checksum too.
checkAddressesBy((address) => (isAddress(address) ? getAddress(address) : undefined))

/** The most faults of a request that an error lists. */
const MOST_FIELDS = 16
/** Characters of an unknown field's name that are compared and repeated. */
const MOST_NAME = 64

/**
 * Validates one part of a request by its schema.
 *
 * Throws invalid_request naming the field; invalid_address naming it if the only fault is the EIP-55 checksum of a
 * mixed-case address, at any depth.
 */
export function validate(schema: unknown, value: unknown, part: RequestPart = 'body'): Record<string, unknown> {
  if (!(schema instanceof z.ZodType)) return {}
  const data: unknown = parseBy(schema, value, part)
  return isRecord(data) ? { ...data } : {}
}

/** Parses a value by a schema; integers may be sent as text. Throws what `validate` throws. */
export function parseBy<S extends z.ZodType>(schema: S, value: unknown, part: RequestPart = 'body'): z.output<S> {
  // Without its input an issue cannot distinguish a missing value from one of the wrong type.
  const parse = (given: unknown) => schema.safeParse(given, { reportInput: true, error: words })
  let parsed = parse(value)
  if (parsed.success) return parsed.data
  const texts = parsed.error.issues.flatMap(meant).filter(isIntegerAsText)
  if (texts.length > 0) parsed = parse(withNumbers(value, texts))
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.flatMap(meant)
  const about = { fields: issues.slice(0, MOST_FIELDS).map((one) => fieldOf(part, one)) }
  const issue = issues.find((one) => wrongChecksum(one) === undefined)
  if (issue) throw new ApiError('invalid_request', `${nameOf(issue.path)}: ${wordsOf(issue)}`, {}, about)
  const [wrong] = issues.flatMap((one) => wrongChecksum(one) ?? [])
  throw new ApiError('invalid_address', `${nameOf(wrong?.path ?? [])}: ${wrong?.message ?? ''}`, {}, about)
}

/** Models and shells send integers as text. Only a text that means the same integer to every reader counts. */
const isIntegerAsText = ({ code, input, ...issue }: Issue): boolean =>
  code === 'invalid_type' &&
  'expected' in issue &&
  (issue.expected === 'number' || issue.expected === 'int') &&
  typeof input === 'string' &&
  /^(0|-?[1-9][0-9]{0,15})$/.test(input) &&
  Number.isSafeInteger(Number(input))

/** A copy of a value in which the texts at the paths of some issues are numbers. */
function withNumbers(value: unknown, issues: readonly Issue[]): unknown {
  const copy: unknown = structuredClone(value)
  // Own properties alone: a path must not lead to a prototype.
  const inside = (at: unknown, key: PropertyKey): unknown =>
    isRecord(at) && Object.hasOwn(at, key) ? Reflect.get(at, key) : undefined
  for (const { path, input } of issues) {
    const [parent, key] = [path.slice(0, -1).reduce(inside, copy), path.at(-1)]
    if (isRecord(parent) && key !== undefined && Object.hasOwn(parent, key)) Reflect.set(parent, key, Number(input))
  }
  return copy
}

function fieldOf(part: RequestPart, issue: Issue): FieldProblem {
  const wrong = wrongChecksum(issue)
  return wrong
    ? { pointer: pointerTo(part, wrong.path), problem: wrong.message }
    : { pointer: pointerTo(part, issue.path), problem: wordsOf(issue) }
}

type Issue = z.core.$ZodIssue

/** The words for a fault: those for unknown fields have a line for each, which `meant` takes apart. */
const words: z.core.$ZodErrorMap = (issue) => {
  if (issue.code !== 'unrecognized_keys') return wording(issue)
  const known = issue.inst instanceof z.ZodObject ? Object.keys(issue.inst.shape) : []
  const near = (name: string) => nearest(name.slice(0, MOST_NAME), known)
  const hint = (one: string | undefined) =>
    one === undefined ? `; the fields are ${known.join(', ')}` : `; did you mean ${one}?`
  const warning = (name: string) =>
    isRecord(issue.input) && isSecret(issue.input[name]) ? `${near(name) === undefined ? '.' : ''} ${COMPROMISED}` : ''
  return issue.keys
    .slice(0, MOST_FIELDS)
    .map((name) => `is not a known field${hint(near(name))}${warning(name)}`)
    .join('\n')
}

/** Of a union's faults those of the one alternative that is of the value's type, so that they name the field; else its own. */
function meant(issue: Issue): Issue[] {
  if (issue.code === 'unrecognized_keys') {
    const lines = issue.message.split('\n')
    return issue.keys.slice(0, MOST_FIELDS).map((name, i) => ({
      ...issue,
      path: [...issue.path, name.slice(0, MOST_NAME).toWellFormed()],
      message: lines[i] ?? issue.message,
    }))
  }
  if (issue.code !== 'invalid_union') return [issue]
  const isOther = (first: Issue | undefined) =>
    (first?.code === 'invalid_type' || first?.code === 'invalid_value') && first.path.length === 0
  const [alternative, ...others] = issue.errors.filter(([first]) => !isOther(first))
  if (!alternative || others.length > 0) return [issue]
  return alternative.flatMap((inner) => meant({ ...inner, path: [...issue.path, ...inner.path] }))
}

const nameOf = (path: readonly PropertyKey[]): string => path.join('.') || 'body'

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/**
 * The checksum issue, if the checksum is the only fault; inside a union, one alternative may have failed because of it
 * alone.
 */
function wrongChecksum(issue: Issue): Issue | undefined {
  if (issue.code === 'custom') return issue.params?.['kind'] === WRONG_CHECKSUM ? issue : undefined
  if (issue.code !== 'invalid_union') return undefined
  for (const [first, ...others] of issue.errors) {
    const inner = first && others.length === 0 ? wrongChecksum(first) : undefined
    if (inner) return { ...inner, path: [...issue.path, ...inner.path] }
  }
  return undefined
}

/** Parts of a request, as `fields` of an error name them. */
export type RequestPart = 'path' | 'query' | 'header' | 'body'

/** The longest pointer, in characters. */
const MOST_LENGTH = 256

/** JSON pointer as a URI fragment (RFC 6901, section 6) into a request as `{path, query, header, body}`. */
export function pointerTo(part: RequestPart, path: readonly PropertyKey[]): string {
  const steps = path.map((key) =>
    encodeURIComponent(String(key).toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1')),
  )
  return `#/${[part, ...steps].join('/')}`.slice(0, MOST_LENGTH)
}
