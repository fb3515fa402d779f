import { zodToOpenAPIRegistry } from '@asteasolutions/zod-to-openapi'
import * as z from 'zod'

type Schema = z.core.$ZodType

/**
 * Gives the generator of the document the names of the schemas in a value (`id` of their metadata), and which of them `extends` another:
 * the document then refers to that one (`allOf`). The generator reads the rest of their metadata by itself.
 */
export function nameSchemas(value: unknown): void {
  for (const schema of schemasIn(value)) {
    const named = namedIn(schema)
    if (!named) continue
    const extendedFrom = baseOf(named.schema)
    zodToOpenAPIRegistry.add(schema, {
      ...(extendedFrom && notesOf(extendedFrom.schema)),
      _internal: { refId: named.refId, ...(extendedFrom && { extendedFrom }) },
    })
  }
}

const metadataOf = (schema: Schema) => z.globalRegistry.get(schema) ?? {}

/** The named schema that a schema is, describes further or wraps. One that wraps a schema with further checks is written out. */
function namedIn(schema: Schema): { readonly refId: string; readonly schema: Schema } | undefined {
  const { id: refId } = metadataOf(schema)
  if (refId !== undefined) return { refId, schema }
  const {
    _zod: { parent, def },
  } = schema
  if (parent) return namedIn(parent)
  const inside: unknown = 'innerType' in def ? def.innerType : 'in' in def ? def.in : undefined
  return inside instanceof z.ZodType && z.globalRegistry.has(inside) ? namedIn(inside) : undefined
}

/** The named object that a schema extends. */
function baseOf(schema: Schema): { readonly refId: string; readonly schema: z.ZodObject } | undefined {
  const { extends: base } = metadataOf(schema)
  if (!(base instanceof z.ZodObject)) return undefined
  const { id: refId } = metadataOf(base)
  return refId === undefined ? undefined : { refId, schema: base }
}

/** Metadata of a schema that those that extend it share. */
function notesOf(schema: Schema): object {
  const base = baseOf(schema)
  const { id: _, extends: __, ...own } = metadataOf(schema)
  return { ...(base && notesOf(base.schema)), ...own }
}

/** All schemas in a value and in each other. */
function schemasIn(value: unknown, seen = new Set<unknown>()): Schema[] {
  if (typeof value !== 'object' || value === null || seen.has(value)) return []
  seen.add(value)
  if (!(value instanceof z.ZodType)) return Object.values(value).flatMap((part) => schemasIn(part, seen))
  return [value, ...schemasIn(value.def, seen), ...schemasIn(baseOf(value)?.schema, seen)]
}
