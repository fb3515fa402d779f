import * as z from 'zod'
import type { ProviderName } from '../../schema/providers.ts'
import { about } from './declare.ts'

/** The providers whose variables a Worker reads, and whether its environment configures each. */
export function configuredProviders(schema: z.ZodType, env: object): Partial<Record<ProviderName, boolean>> {
  const shape: Readonly<Record<string, z.core.$ZodType>> = schema instanceof z.ZodObject ? schema.shape : {}
  const variables = Object.entries(shape).flatMap(([name, one]) => {
    const { provider, isOneOf = false, mustBe } = about.get(one) ?? {}
    const value: unknown = Reflect.get(env, name)
    const isMet = mustBe === undefined ? isSet(value) : value === mustBe
    return provider === undefined ? [] : [{ provider, isMet, isOneOf }]
  })
  const byProvider = Map.groupBy(variables, ({ provider }) => provider)
  return Object.fromEntries(
    [...byProvider].map(([provider, own]) => {
      const oneOf = own.filter(({ isOneOf }) => isOneOf)
      const isConfigured = own.every(({ isMet, isOneOf }) => isMet || isOneOf)
      return [provider, isConfigured && (oneOf.length === 0 || oneOf.some(({ isMet }) => isMet))]
    }),
  )
}

function isSet(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  return value instanceof Map ? value.size > 0 : value !== undefined && value !== null
}
