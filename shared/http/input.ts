import { EvmAddress } from '../../schema/common.ts'
import { getAddress, isAddress } from 'viem'
import { z } from '@hono/zod-openapi'
import { ApiError } from '../errors/ApiError.ts'

/**
 * Validates one part of a request (path, query or body) by its schema.
 *
 * Throws invalid_request naming the field; invalid_address where a mixed-case address fails its EIP-55 checksum.
 */
export function validate(schema: unknown, value: unknown): Record<string, unknown> {
  if (!(schema instanceof z.ZodType)) return {}
  // Without its input an issue cannot tell what is missing from what is of another type.
  const parsed = schema.safeParse(value, { reportInput: true })
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const path = issue?.path.join('.') ?? ''
    throw new ApiError('invalid_request', `${path === '' ? 'body' : path}: ${text(issue)}`)
  }
  const data = isRecord(parsed.data) ? parsed.data : {}
  const checked: Record<string, unknown> = { ...data }
  for (const field of addressFields(schema)) checked[field] = checksummed(field, data[field])
  return checked
}

const text = (issue: z.core.$ZodIssue | undefined): string =>
  issue?.code === 'invalid_type' && issue.input === undefined ? 'is required' : (issue?.message ?? 'is wrong')

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function checksummed(field: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item, i) => checksummed(`${field}.${i}`, item))
  if (typeof value !== 'string') return value
  // viem takes all-lower-case and checks mixed case (EIP-55); all upper-case has a checksum too.
  if (!isAddress(value))
    throw new ApiError(
      'invalid_address',
      `${field}: the mixed-case checksum (EIP-55) is wrong; check the address, or send it in lower case`,
    )
  return getAddress(value)
}

const fieldsOf = new WeakMap<z.ZodType, readonly string[]>()

/** Fields of an object schema that are declared as EvmAddress, alone, optional, or in an array. */
function addressFields(schema: z.ZodType): readonly string[] {
  let fields = fieldsOf.get(schema)
  if (!fields) {
    fields =
      schema instanceof z.ZodObject ? Object.keys(schema.shape).filter((key) => isAddressSchema(schema.shape[key])) : []
    fieldsOf.set(schema, fields)
  }
  return fields
}

const isAddressSchema = (schema: unknown): boolean => {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return isAddressSchema(schema.unwrap())
  if (schema instanceof z.ZodArray) return isAddressSchema(schema.element)
  return schema instanceof z.ZodPipe && schema.in === EvmAddress.in
}
