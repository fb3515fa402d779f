import type { VaultHandler } from '../context.ts'
import type { ChainReads } from './Section.ts'
import type { Address } from 'viem'
import { ROLES, type Role } from '../../../shared/chain/config.ts'
import type { Chain } from '../../../shared/chain/chain.ts'
import { codeProbeCall, hasCode } from '../../../shared/chain/codeProbe.ts'
import { GENESIS_CALL, genesisIn } from '../../../shared/chain/decodeReply.ts'
import { registryAbi } from '../../../shared/domain/vault/protocolAbis.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { logError } from '../../../shared/log/logError.ts'
import { explorerLink } from '../report/Report.ts'
import { chainSection, contractsSection, registrySection } from './statusSections.ts'
import { indexSection } from './indexSection.ts'

/**
 * The checks of a status page: the node (block, chain id), the code at every configured contract, getTokenCount() of the
 * registry, and how far the log index in D1 is. One upstream request, and one more where a node does not run creation code.
 * A check that cannot be read does not pass, and no cache keeps that answer; nothing is thrown.
 */
export const getProtocolStatus: VaultHandler<'getProtocolStatus'> = async (_, { chain, store, now }) => {
  const { chainId, explorer, blockTimeMs, contracts } = chain.config
  const [reads, index] = await Promise.all([
    readChain(chain).catch(toCode),
    store.logIndex.progress(chainId).catch((error: unknown) => {
      logError('warn', 'log_index_unreadable', error)
      return 'unreachable' as const
    }),
  ])
  const seconds = Math.floor(now() / 1000)
  const link = explorerLink(explorer)
  const found = reads instanceof ApiError ? null : reads
  return {
    ...(found ? { asOf: found.asOf } : {}),
    partial: found === null || found.code === null || index === 'unreachable',
    data: {
      chainId,
      generatedAt: new Date(seconds * 1000).toISOString(),
      sections: [
        chainSection(reads, { chainId, seconds, blockTimeMs }),
        contractsSection(found, contracts, link),
        registrySection(found, contracts.registry, link),
        indexSection(index, found, seconds),
      ],
    },
  }
}

async function readChain(chain: Chain): Promise<ChainReads> {
  const { contracts } = chain.config
  const { registry } = contracts
  const configured = ROLES.flatMap((role): [Role, Address][] => {
    const address = contracts[role]
    return address === undefined ? [] : [[role, address]]
  })
  const addresses = configured.map(([, address]) => address)
  const { value, asOf, carried } = await chain.read(
    ({ at }) => ({ count: registry === undefined ? null : at(registry, registryAbi)('getTokenCount') }),
    [GENESIS_CALL, codeProbeCall(addresses)],
  )
  const [block, probe] = carried
  const has = await hasCode(chain, addresses, probe).catch(toCode)
  return {
    asOf,
    genesis: genesisIn(block),
    count: value.count,
    code: has instanceof ApiError ? null : new Map(configured.map(([role], i) => [role, has[i] === true])),
  }
}

/** Failures of nodes are what is reported here; anything else is a fault of this service. */
function toCode(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  throw error
}
