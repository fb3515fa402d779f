import * as z from 'zod'

/** The fault of a value that was left out. */
export const REQUIRED = 'is required'
/** The fault of a value that is not a boolean, in a query as in a body. */
export const TRUE_OR_FALSE = 'must be true or false'

const AN_INTEGER = 'must be an integer'

const TYPES: Readonly<Record<string, string>> = {
  boolean: TRUE_OR_FALSE,
  string: 'must be a string',
  number: 'must be a number',
  int: 'must be an integer within 2^53',
  array: 'must be an array',
  object: 'must be a JSON object',
  record: 'must be a JSON object',
  null: 'must be null',
}
const UNITS: Readonly<Record<string, string>> = { string: 'character', array: 'item' }

/** The words for a fault whose schema has no words of its own: the same ones for every field. Undefined leaves zod's. */
export const wording: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected === 'number' && issue.inst instanceof z.ZodNumber && issue.inst.isInt
        ? AN_INTEGER
        : TYPES[issue.expected]
    case 'invalid_value':
      return issue.values.length === 1
        ? `must be ${JSON.stringify(issue.values[0])}`
        : `must be one of ${issue.values.map(String).join(', ')}`
    case 'too_big':
      return sized(issue.origin, 'at most', issue.maximum)
    case 'too_small':
      return sized(issue.origin, 'at least', issue.minimum)
    default:
      return undefined
  }
}

/** The fault of an issue: a value that was left out is required, and its schema may add the reason. */
export const wordsOf = (issue: z.core.$ZodIssue): string =>
  isMissing(issue) && !issue.message.startsWith(REQUIRED) ? REQUIRED : issue.message

const sized = (origin: string, how: string, bound: number | bigint): string => {
  const unit = UNITS[origin]
  return unit === undefined
    ? `must be ${how} ${bound}`
    : `must have ${how} ${bound} ${unit}${Number(bound) === 1 ? '' : 's'}`
}

function isMissing(issue: z.core.$ZodIssue): boolean {
  const { code, input, path } = issue
  if (code === 'invalid_type' || code === 'invalid_value') return input === undefined
  if (code !== 'invalid_union') return false
  // A discriminated union reports the whole object.
  const field = path.at(-1)
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input)
  const isByField = issue.discriminator !== undefined && field === issue.discriminator
  return input === undefined || (isByField && isObject && !Object.hasOwn(input, field))
}
