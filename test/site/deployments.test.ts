import { assert, constantFrom, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openApiDocument } from '../../platform/openapi.ts'
import { forDeployment, localDeployment, deploymentOf, deploymentOfChain } from '../../platform/deployments.ts'
import { ENVIRONMENTS } from '../../platform/workers.ts'
import { base } from '../../shared/chain/networks/base.ts'
import { at } from '../laws/json.ts'

const world = localDeployment()
const cookieIn = (text: string): unknown => at(JSON.parse(text), 'components', 'securitySchemes', 'session', 'name')

test('at a localnet the document has the local chain, its contracts and the cookie over http', () => {
  const text = openApiDocument()
  expect(text).toContain(`"chainId":${world.chainId}`)
  expect(text).toContain(world.contracts['vault'])
  expect(cookieIn(text)).toBe('session')
})

describe.each(Object.entries(ENVIRONMENTS))('in %s', (_, environment) => {
  const text = openApiDocument(deploymentOf(environment))

  test('the document has the chain, the hosts and the cookie of the environment', () => {
    expect(text).not.toContain(String(world.chainId))
    expect(text).toContain(`"chainId":${base.chainId}`)
    expect(text).toContain(`eip155:${base.chainId}:`)
    expect(text).toContain(environment.variables.BASE_URL)
    expect(cookieIn(text)).toBe('__Host-session')
  })

  test('it has the contracts of the chain in every deployment, calldata too, and none of the local ones in their roles', () => {
    for (const [role, address] of Object.entries(base.contracts)) {
      const local = world.contracts[role]
      if (local === undefined || !openApiDocument().includes(local)) continue
      expect(text, role).toContain(address)
      // Some contracts have one address on every chain.
      if (local !== address) expect(text.toLowerCase(), role).not.toContain(local.slice(2).toLowerCase())
    }
  })
})

test('what one replacement writes is nothing that another one finds', () => {
  const [vault, registry] = [world.contracts['vault'] ?? '', world.contracts['registry'] ?? '']
  const swapped = deploymentOfChain({ chainId: world.chainId, contracts: { vault: registry, registry: vault } })
  assert(
    property(constantFrom(vault, registry), constantFrom(vault, registry), (a, b) => {
      const other = (one: string) => (one === vault ? registry : vault)
      expect(forDeployment(`${a} ${b.toLowerCase()}`, swapped)).toBe(`${other(a)} ${other(b).toLowerCase()}`)
    }),
  )
})

test('for the local world a text stays the same', () => {
  expect(forDeployment(openApiDocument(), world)).toBe(openApiDocument())
})
