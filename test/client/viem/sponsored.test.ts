import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startServices } from '../../../localnet/startServices.ts'
import { shell } from '../../docs/shell.ts'
import { root } from '../../laws/sources.ts'
import { startLocalnet, type BorrowedNet } from '../../support/localnet.ts'

let directory: string
let services: Awaited<ReturnType<typeof startServices>>
let net: BorrowedNet

beforeAll(async () => {
  await mkdir(path.join(root, '.cache'), { recursive: true })
  directory = await mkdtemp(path.join(root, '.cache/sponsored-'))
  services = await startServices()
  const families = ['account', 'agents', 'rpc', 'social']
  net = await startLocalnet({ families, variables: services.variables })
  services.web.serveAgents(net.world)
  services.paymaster.serveChain({ rpcUrl: net.rpcUrl, ...net.world })
  await symlink(path.join(root, 'examples'), path.join(directory, 'examples'))
  await mkdir(path.join(directory, '.localnet'))
  const { api, host, rpcUrl: rpc, secrets, world } = net
  const { chainId, contracts, accounts } = world
  const manifest = { api, host, rpc, chainId, contracts, accounts, secrets, services: services.urls }
  await writeFile(path.join(directory, '.localnet/manifest.json'), JSON.stringify(manifest))
})
afterAll(async () => {
  await net?.stop()
  await services?.stop()
  await rm(directory, { recursive: true, force: true })
})

it('examples/sponsored.mjs: a smart wallet sends what was built, and pays nothing', async () => {
  const { smartWallet, paymaster06 } = net.world.contracts
  expect(await shell('node examples/sponsored.mjs', directory)).toBe(
    `${smartWallet} gave feedback, paid by ${paymaster06}\nrated 5 by 1 client\n`,
  )
})
