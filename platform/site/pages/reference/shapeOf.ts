import type { Field, Shape } from '../../../../functions/site/pages/reference/OperationPage.ts'
import { asList, asObject, isObject, type Json } from '../../../json.ts'
import { richText } from './richText.ts'
import { furtherValues, nameOf, typeText } from './typeText.ts'

const NONE: Shape = { fields: [], forms: [] }

/** Characters of a pattern that is shown; a longer one says nothing to people. */
const MOST_PATTERN = 48

/**
 * The members of an object, or of the entries of a list of objects; of several objects, each as a form.
 *
 * @param schema JSON Schema without references (toJsonSchema)
 */
export function shapeOf(schema: Json): Shape {
  const { properties, items, additionalProperties, anyOf, oneOf, required } = schema
  if (isObject(properties)) {
    const isRequired = new Set(asList(required))
    return {
      fields: Object.entries(properties).map(([name, one]) => fieldOf(name, asObject(one), isRequired.has(name))),
      forms: [],
    }
  }
  if (isObject(items)) return shapeOf(items)
  const choices = [...asList(anyOf), ...asList(oneOf)].map(asObject).filter(hasShape)
  const [only, ...others] = choices
  if (only !== undefined && others.length === 0) return shapeOf(only)
  if (only !== undefined)
    return { fields: [], forms: choices.map((one, i) => ({ title: titleOf(one, i), shape: shapeOf(one) })) }
  return isObject(additionalProperties) ? shapeOf(additionalProperties) : NONE
}

/** One parameter or member. */
export const fieldOf = (name: string, schema: Json, isRequired: boolean): Field => ({
  name,
  type: typeText(schema),
  isRequired,
  description: richText(String(schema['description'] ?? '')),
  bounds: boundsOf(schema),
  inner: shapeOf(schema),
})

const hasShape = (schema: Json): boolean => {
  const { fields, forms } = shapeOf(schema)
  return fields.length + forms.length > 0
}

/** Name of a form: the values of the members that only it has, else its number. */
function titleOf({ properties }: Json, index: number): string {
  const fixed = Object.entries(asObject(properties)).flatMap(([name, one]) => {
    const [value, ...others] = asList(asObject(one)['enum'])
    return value !== undefined && others.length === 0 ? [`${name}: ${JSON.stringify(value)}`] : []
  })
  return fixed.length > 0 ? fixed.join(', ') : `form ${index + 1}`
}

/** Bounds and default of a value, each a phrase. A list describes its entries. */
function boundsOf(schema: Json): readonly string[] {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems, pattern, items } = schema
  const range = (from: unknown, to: unknown, unit = '') => {
    const amount = `${unit === '' ? '' : ' '}${unit}`
    if (from !== undefined && to !== undefined)
      return from === to ? [`exactly ${String(from)}${amount}`] : [`${grouped(from)} to ${grouped(to)}${amount}`]
    if (to !== undefined) return [`at most ${grouped(to)}${amount}`]
    return from === undefined ? [] : [`at least ${grouped(from)}${amount}`]
  }
  const own = [
    ...range(exact(minimum), exact(maximum)),
    ...range(minLength, maxLength, 'characters'),
    ...range(minItems, maxItems, 'entries'),
    ...(typeof pattern === 'string' && pattern.length <= MOST_PATTERN && nameOf(pattern) === undefined
      ? [`matches ${pattern}`]
      : []),
    ...furtherValues(schema).map((value) => JSON.stringify(value)),
    ...(schema['default'] === undefined ? [] : [`default ${JSON.stringify(schema['default'])}`]),
  ]
  const choices = [...asList(schema['anyOf']), ...asList(schema['oneOf'])].map(asObject)
  const within = [...choices, ...(isObject(items) ? [items] : [])].filter((one) => one['properties'] === undefined)
  return [...new Set([...own, ...within.flatMap(boundsOf)])]
}

/** A bound that is more than the limits of a JavaScript number. */
const exact = (value: unknown): unknown => (Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER ? undefined : value)

/** Digits of a long number in groups of three. */
const grouped = (value: unknown): string => String(value).replace(/\B(?=(\d{3})+$)/g, '\u202f')
