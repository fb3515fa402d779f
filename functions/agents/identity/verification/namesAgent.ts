import { agentIdJson, caip10, type CanonicalAgent } from '../../../../shared/domain/agents/canonicalAgent.ts'

/** Whether a file names the agent in its registry (ERC-8004, "Endpoint Domain Verification"). */
export function namesAgent(
  document: unknown,
  { chainId, identityRegistry, agentId }: Pick<CanonicalAgent, 'chainId' | 'identityRegistry' | 'agentId'>,
): boolean {
  const listed: unknown =
    typeof document === 'object' && document !== null ? Reflect.get(document, 'registrations') : undefined
  const registry = caip10(chainId, identityRegistry).toLowerCase()
  return (
    Array.isArray(listed) &&
    listed.some((entry: unknown) => {
      if (typeof entry !== 'object' || entry === null) return false
      const [id, of]: unknown[] = [Reflect.get(entry, 'agentId'), Reflect.get(entry, 'agentRegistry')]
      return (
        (id === agentIdJson(agentId) || id === String(agentId)) &&
        typeof of === 'string' &&
        of.toLowerCase() === registry
      )
    })
  )
}
