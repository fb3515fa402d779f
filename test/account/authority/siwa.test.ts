import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { accountOf, dataOf } from '../support.ts'
import { agentOf, startAuthorityNet } from './support.ts'
import { useNet } from '../../support/useNet.ts'

const net = useNet(() => startAuthorityNet('siwa'))

describe('happy', () => {
  test('an agent with a key asks to create, links a wallet, exports and deletes its account by signed requests', async () => {
    const key = accountOf(net, 'agent')
    const agent = await agentOf(net, 0, key)
    expect(await agent.send('POST', '/creator-access/request', {})).toMatchObject({ status: 200 })
    const smartWallet = await net.walletOf(key)
    const linked = await agent.send('POST', '/wallet/confirm-owner', { smartWallet, ownerAddress: key.address })
    expect(linked).toMatchObject({ status: 200, json: { data: { linked: true } } })
    expect(await agent.send('POST', '/wallet/disconnect-external', { address: smartWallet })).toMatchObject({
      status: 400,
      code: 'wallet_not_external',
    })
    expect(await agent.send('GET', '/portfolio/me/export')).toMatchObject({ status: 200 })
    const { confirmation } = dataOf(
      await agent.send('POST', '/portfolio/me/deletion'),
      z.looseObject({ confirmation: z.string() }),
    )
    const deleted = await agent.send('DELETE', '/portfolio/me', { confirmation })
    expect(deleted).toMatchObject({ status: 200, json: { data: { deleted: true } } })
    expect((await agent.send('DELETE', '/portfolio/me', { confirmation })).json).toEqual(deleted.json)
    expect(await agent.send('GET', '/portfolio/me/export')).toMatchObject({ status: 404, code: 'account_not_found' })
  })
})

describe('security', () => {
  test('a receipt alone writes nothing', async () => {
    const agent = await agentOf(net, 0, accountOf(net, 'agent'))
    for (const [method, path] of [
      ['POST', '/creator-access/request'],
      ['POST', '/portfolio/me/deletion'],
      ['GET', '/wallet/trayPortfolio?ids=0x5FbDB2315678afecb367f032d93F642f64180aa3'],
    ] as const)
      expect(await agent.bare(method, path)).toMatchObject({ status: 401, code: 'unauthenticated' })
  })

  test('a contract wallet’s receipt alone reads nothing, and its signed request acts for the wallet only', async () => {
    const { wallet } = net.world.contracts
    const agent = await agentOf(net, 1, accountOf(net, 'owner'), wallet)
    // Linked by a person from now on: not the wallet's own account.
    await net.d1.prepare('update profiles set made_by = null where made_by = ?').bind(wallet.toLowerCase()).run()
    expect(await agent.bare('GET', '/portfolio/me')).toMatchObject({ status: 401 })
    expect(await agent.send('GET', '/portfolio/me/export')).toMatchObject({ status: 403, code: 'wallet_session' })
    expect(await agent.send('POST', '/creator-access/request', {})).toMatchObject({
      status: 200,
      json: { data: { address: wallet } },
    })
  })
})
