import { isContractCode } from '../../functions/agents/intelligence/sources/openNode.ts'
import type { KnownWallets } from './KnownWallets.ts'

const ADDRESS = /^0x[0-9a-fA-F]{40}$/

/** The multichain API (version 2) of a block explorer. What it refuses has status 200, as in the real one. */
export function answerExplorer(known: KnownWallets, query: URLSearchParams, key: string): unknown {
  const refuse = (result: string) => ({ status: '0', message: 'NOTOK', result })
  if (query.get('apikey') !== key) return refuse('Invalid API Key (#err2)|')
  const chainId = Number(query.get('chainid'))
  const address = query.get('address') ?? ''
  if (!ADDRESS.test(address)) return refuse('Error! Invalid address format')
  const call = `${query.get('module')}/${query.get('action')}`
  if (call === 'account/fundedby') {
    if (isContractCode(known.code.get(address, chainId) ?? '0x')) return refuse('Not available to contract addresses')
    const funding = known.fundings.get(address, chainId)
    if (!funding) return { status: '0', message: 'No transactions found', result: [] }
    const { from, txHash, blockNumber, timestamp } = funding
    const result = {
      block: blockNumber,
      timeStamp: String(timestamp),
      fundingAddress: from.toLowerCase(),
      fundingTxn: txHash,
      value: '10000000000000000',
    }
    return { status: '1', message: 'OK', result }
  }
  if (call !== 'nametag/getaddresstag') return refuse('Error! Missing Or invalid Action name')
  const tag = known.tags.get(address)
  const result = tag && {
    address: address.toLowerCase(),
    nametag: tag.name,
    internal_nametag: '',
    url: 'https://tag.example',
    shortdescription: '',
    labels: tag.labels,
    labels_slug: tag.labels.map((label) => label.toLowerCase()),
    reputation: 0,
    other_attributes: [],
    lastupdatedtimestamp: 1_721_899_658,
  }
  return { status: '1', message: 'OK', result: result ? [result] : [] }
}
