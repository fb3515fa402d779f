import { getAddress, numberToHex } from 'viem'
import { describe, expect, it } from 'vitest'
import { addressOf } from '../../localnet/world/accounts.ts'
import { AllowedCreator, CreatorAllowlist } from '../../schema/account/adminAnswers.ts'
import { startAdminNet } from './startAdminNet.ts'
import { dataOf } from './support.ts'
import { useNet } from '../support/useNet.ts'

const at = useNet(() => startAdminNet())

const PATH = '/admin/creator-access/allowlist'
const allow = (body: unknown, admin = at.first) => at.post(PATH, body, admin)
const list = async (q?: string) =>
  dataOf(await at.get(q === undefined ? PATH : `${PATH}?${new URLSearchParams({ q })}`), CreatorAllowlist)
const newAddress = () => getAddress(at.newWallet().address)

describe('allowCreator', () => {
  it('puts a wallet on the list, and changes only what is given', async () => {
    const [address, smartWalletAddress] = [newAddress(), newAddress()]
    const added = dataOf(await allow({ address, smartWalletAddress, note: 'one' }), AllowedCreator)
    expect(added).toEqual({
      address,
      smartWalletAddress,
      note: 'one',
      approvedAt: expect.any(Number),
      approvedBy: addressOf('admin'),
    })
    for (const [body, changed] of [
      [{}, {}],
      [{ note: 'two' }, { note: 'two' }],
      [{ note: ' ' }, { note: 'two' }],
      [{ note: 'two', smartWalletAddress }, { note: 'two' }],
    ])
      expect(dataOf(await allow({ address, ...body }, at.second), AllowedCreator)).toEqual({ ...added, ...changed })
    // A repeat without a change is not logged.
    expect(await at.log(address.toLowerCase())).toMatchObject([
      {
        action: 'allowlist.allow',
        details: { note: 'one', smartWallet: smartWalletAddress.toLowerCase(), previous: null },
      },
      { action: 'allowlist.allow', details: { note: 'two', previous: 'allowed' } },
    ])
  })

  it('puts one that was taken off back', async () => {
    const address = newAddress()
    await allow({ address, note: 'kept' })
    await at.post('/admin/creator-access/revoke', { address })
    expect((await list(address)).allowlist).toEqual([])
    expect(dataOf(await allow({ address }, at.second), AllowedCreator)).toMatchObject({
      note: 'kept',
      approvedBy: addressOf('owner'),
    })
    expect((await list(address)).allowlist).toHaveLength(1)
    expect((await at.log(address.toLowerCase())).map(({ details }) => details)).toMatchObject([
      { previous: null },
      { previous: 'allowed' },
      { previous: 'revoked' },
    ])
  })

  it('grants the pending request of the wallet, once, and logs both', async () => {
    const { wallet, requestId } = await at.newRequest()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => allow({ address: wallet }, n % 2 ? at.first : at.second)),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(await at.rows('select status from access_requests where id = ?', requestId)).toEqual([
      { status: 'approved' },
    ])
    expect(await at.log(requestId)).toMatchObject([{ action: 'creator_access.approve' }])
    expect(await at.log(wallet.toLowerCase())).toMatchObject([{ action: 'allowlist.allow' }])
  })

  it.each([
    [{ address: `0x${'0'.repeat(40)}` }, 'invalid_request: address: '],
    [{ address: `0x${'1'.repeat(40)}`, note: 'x'.repeat(4001) }, 'invalid_request: note: '],
  ])('refuses %j', async (body, error) => {
    expect(await allow(body)).toMatchObject({ status: 400, json: { error: expect.stringContaining(error) } })
  })

  it('keeps a note as it is, whatever is in it', async () => {
    const [address, note] = [newAddress(), '\'); drop table admin_log; -- "\\ \u0000 ☂']
    expect(dataOf(await allow({ address, note }), AllowedCreator).note).toBe(note)
    expect(await at.log(address.toLowerCase())).toMatchObject([{ details: { note } }])
  })
})

describe('listCreatorAllowlist', () => {
  it('finds wallets by a part of their address, in any case, and hides those that were revoked', async () => {
    const [address, gone] = [newAddress(), newAddress()]
    for (const one of [address, gone]) await allow({ address: one })
    await at.post('/admin/creator-access/revoke', { address: gone })
    for (const q of [address, address.toLowerCase(), address.slice(2, 14).toUpperCase(), `0x${address.slice(2, 10)}`])
      expect((await list(q)).allowlist.map((one) => one.address)).toContain(address)
    expect(await list(gone)).toEqual({ admin: addressOf('admin'), allowlist: [], truncated: false })
    expect((await list('')).allowlist.map((one) => one.address)).toContain(address)
  })

  it.each(['%', '_', "' or 1=1 --", '0x0x', `0x${'a'.repeat(41)}`])('takes %j for no part of an address', async (q) => {
    const answer = await at.get(`${PATH}?${new URLSearchParams({ q })}`)
    expect(answer).toMatchObject({ status: 400, json: { error: expect.stringContaining('invalid_request: q: ') } })
  })

  it('has at most 200, the newest first, and says that there are more', async () => {
    const database = await at.net.database()
    const address = (n: number) => `0x${'77'.repeat(16)}${numberToHex(n, { size: 4 }).slice(2)}`
    const insert = database.prepare(
      'insert into creator_allowlist (address, approved_by, approved_at) values (?, ?, ?)',
    )
    await database.batch(
      Array.from({ length: 201 }, (_, n) => insert.bind(address(n), addressOf('admin').toLowerCase(), 9e9 + (n >> 1))),
    )
    const { allowlist, truncated } = await list('7777777777')
    expect(allowlist.map((one) => one.address.toLowerCase())).toEqual(
      Array.from({ length: 200 }, (_, n) => address(200 - n)),
    )
    expect(truncated).toBe(true)
    expect((await list('777777777700000001')).truncated).toBe(false)
  })
})
