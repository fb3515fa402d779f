import * as z from 'zod'
import { AGENT_READS, NOT_OF_TOOLS, type ReadFamily } from '../../../../schema/agents/tools.ts'
import type { Operation } from '../../../../schema/operation.ts'
import type { Tool } from '../model/Model.ts'

/** A public read that the model may ask for. */
export interface Read {
  readonly family: ReadFamily
  readonly operation: Operation
  /** Arguments from path and query together: the contract's own schemas. */
  readonly input: z.ZodObject
}

/** Descriptions of the reads for the model; the build makes them from the contract (platform/agentTools.ts). */
export const readTools = async (): Promise<readonly Tool[]> => JSON.parse((await import('./toolDescriptions.ts')).json)

const isReadFamily = (name: string): name is ReadFamily => Object.hasOwn(AGENT_READS, name)

function inputOf({ request }: Operation): z.ZodObject {
  const shapes = [request?.params, request?.query].flatMap((part) => (part instanceof z.ZodObject ? [part.shape] : []))
  const fields = shapes.flatMap((shape) => Object.entries<z.ZodType>(shape))
  return z.strictObject(Object.fromEntries(fields.filter(([name]) => !NOT_OF_TOOLS.includes(name))))
}

export const READS: ReadonlyMap<string, Read> = new Map(
  Object.entries(AGENT_READS).flatMap(([family, operations]) =>
    isReadFamily(family)
      ? operations.map((operation): [string, Read] => [
          operation.operationId,
          { family, operation, input: inputOf(operation) },
        ])
      : [],
  ),
)
