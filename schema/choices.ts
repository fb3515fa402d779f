import type * as z from 'zod'

type Fields = readonly [string, string, ...string[]]

/** Fields of one body that may not all be present. */
interface Choices {
  /** Of each of these groups a request gives exactly one field. */
  readonly one?: readonly Fields[]
  /** Of each of these it gives one at most. */
  readonly most?: readonly Fields[]
}

/**
 * A body as a component of the document by this name, in which fields exclude each other: the pipeline refuses what the
 * document says is not valid, naming the fields.
 */
export const withChoices = <S extends z.ZodObject>(body: S, name: string, { one = [], most = [] }: Choices): S =>
  body
    .superRefine((given, context) => {
      const issue = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
      for (const fields of [...one, ...most]) {
        const [first, second] = fields.filter((field) => given[field] !== undefined)
        if (first !== undefined && second !== undefined) issue(second, `must not be given together with ${first}`)
      }
      for (const [first, ...others] of one)
        if ([first, ...others].every((field) => given[field] === undefined))
          issue(first, `is required unless ${others.join(' or ')} is given`)
    })
    .meta({
      id: name,
      ...(one.length === 0 ? {} : { oneOf: combinations(one).map((required) => ({ required })) }),
      ...(most.length === 0 ? {} : { not: { anyOf: most.flatMap(pairs).map((required) => ({ required })) } }),
    })

/** Every way to take one field of each group. */
const combinations = (groups: readonly Fields[]): string[][] =>
  groups.reduce<string[][]>((all, fields) => all.flatMap((taken) => fields.map((field) => [...taken, field])), [[]])

const pairs = (fields: Fields): string[][] =>
  fields.flatMap((field, i) => fields.slice(i + 1).map((other) => [field, other]))
