import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'

/** Next to the contract, but only for the document: the Workers of the families do not bundle them. */
export const FOLDER = path.resolve(import.meta.dirname, '../schema/examples')
export const fileOf = (family: string): string => path.join(FOLDER, `${family}.json`)

const Text = z.record(z.string(), z.string())
const Example = z.strictObject({
  params: Text.optional(),
  query: Text.optional(),
  body: z.unknown().optional(),
  answer: z.unknown().optional(),
})
/** One call of an operation, and its JSON answer as the local world gave it. */
export type Example = z.infer<typeof Example>

/** The examples of a family by operationId, as `npm run examples` wrote them. */
export function readExamples(family: string): Readonly<Record<string, Example>> {
  if (!existsSync(fileOf(family))) return {}
  return z.record(z.string(), Example).parse(JSON.parse(readFileSync(fileOf(family), 'utf8')))
}
