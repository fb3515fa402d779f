import { stringToHex, type Hex } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import { openChain } from '../../localnet/world/openChain.ts'
import { envelope } from '../../schema/common.ts'
import { DexQueryAnswer } from '../../schema/market/dexData.ts'
import { DexApproval } from '../../schema/market/dexSwap.ts'
import { WalletTokenBalance } from '../../schema/account/walletAnswers.ts'
import { compileSolidity } from '../../platform/compile.ts'
import { get } from '../account/wallet/support.ts'
import { dataOf } from '../account/support.ts'
import { sessionOf } from '../build/support.ts'
import { dex, roleOf, startMarketNet } from '../market/dex/support.ts'
import { prepared, useNet } from '../support/useNet.ts'

let chain: Awaited<ReturnType<typeof openChain>>
const net = useNet(() => startMarketNet())
const headers = prepared(() => sessionOf(net, 'owner'))
beforeAll(async () => {
  const artifacts = await compileSolidity({ sources: ['test/support/contracts/Bytes32Token.sol'] })
  chain = await openChain({ rpcUrl: net.rpcUrl, artifacts })
})

const word = (text: string): Hex => stringToHex(text, { size: 32 })
const deploy = async (name: Hex, symbol: Hex) =>
  (await chain.deploy('Bytes32Token', [name, symbol, roleOf(net, 'owner'), 5n * 10n ** 18n])).address
const symbolOf = async (token: string) =>
  dataOf(await get(net.api, 'tokenBalance', { token }, headers), WalletTokenBalance)

describe('a token whose name and symbol are words', () => {
  it('has them in balances, pools and the descriptions of calls', async () => {
    const token = await deploy(word('Maker'), word('MKR'))
    expect(await symbolOf(token)).toMatchObject({ symbol: 'MKR', decimals: 18, balance: '5000000000000000000' })
    const queried = await dex(net, 'query', {}, { operation: 'GetToken', token })
    expect(envelope(DexQueryAnswer).parse(queried.json).data.token).toMatchObject({ name: 'Maker', symbol: 'MKR' })
    const checked = await dex(net, 'checkApproval', headers, { token, amount: '2000000000000000000' })
    const { approval } = envelope(DexApproval).parse(checked.json).data
    expect(approval?.description).toContain(`2 MKR (${token})`)
  })

  it('may fill its whole word, in any script', async () => {
    const long = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345'
    expect(await symbolOf(await deploy(word('x'), word(long)))).toMatchObject({
      symbol: expect.stringMatching(/^ABCDEFGH/),
    })
    expect(await symbolOf(await deploy(word('x'), word('ΜΚΡ')))).toMatchObject({ symbol: 'ΜΚΡ' })
  })

  it.each<[string, Hex]>([
    ['nothing', `0x${'00'.repeat(32)}`],
    ['a number', `0x${'01'.padStart(64, '0')}`],
    ['zeros within', `0x4d4b5200${'41'.repeat(4)}${'00'.repeat(24)}`],
    ['a control character', word('MKR\u001b[2J')],
    ['a character that turns the text around', word('MKR\u202e')],
    ['a new line', word('MKR\nSend all')],
    ['bytes that are not UTF-8', `0xff${'41'.repeat(4)}${'00'.repeat(27)}`],
  ])('has none where the word is %s', async (_, symbol) => {
    expect(await symbolOf(await deploy(word('x'), symbol))).toMatchObject({ symbol: null, decimals: 18 })
  })
})
