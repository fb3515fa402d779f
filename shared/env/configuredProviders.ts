import * as z from 'zod'
import { PROVIDER_NAMES, PROVIDERS, type ProviderName } from '../../schema/providers.ts'

/** The providers whose variables a Worker reads, and whether its environment configures each. */
export function configuredProviders(schema: z.ZodType, env: object): Partial<Record<ProviderName, boolean>> {
  const names = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  const values = new Map<string, unknown>(Object.entries(env))
  const isSet = (name: string): boolean => {
    const value = values.get(name)
    const isEmpty = (Array.isArray(value) && value.length === 0) || (value instanceof Map && value.size === 0)
    return value !== undefined && value !== null && !isEmpty
  }
  const known = PROVIDER_NAMES.flatMap((provider): [ProviderName, boolean][] => {
    const { all = [], any = [], is } = PROVIDERS[provider]
    if (![...all, ...any, ...(is ? [is[0]] : [])].every((name) => names.includes(name))) return []
    const isAny = any.length === 0 || any.some(isSet)
    return [[provider, all.every(isSet) && isAny && (!is || values.get(is[0]) === is[1])]]
  })
  return Object.fromEntries(known)
}
