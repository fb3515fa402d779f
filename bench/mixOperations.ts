import { accountOf, bearer, signIn } from '../test/account/support.ts'
import type { TestNet } from '../test/support/localnet.ts'
import type { Load } from './load.ts'

/** The operations of the mix: reads of every family, builders, and writes. */
export async function operationsOf(net: TestNet): Promise<Record<'reads' | 'builds' | 'writes', Record<string, Load>>> {
  const { contracts } = net.world
  const { vault, auction, creatorCoin, shareToken } = contracts
  const voter = accountOf(net, 'voter').address
  const owner = bearer((await signIn(net.api, accountOf(net, 'owner'))).token)
  const bidder = bearer((await signIn(net.api, accountOf(net, 'bidder'))).token)
  const at = (family: string, path: string) => ({ url: `${net.sockets[family]}${path}` })
  const send = (load: Load, method: 'POST' | 'PATCH', headers: Readonly<Record<string, string>>, body: object) => ({
    ...load,
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const preferences = { chatappEnabled: true, msgnetEnabled: false, emailEnabled: false, minSeverity: 'warn' }
  const reads = {
    getTokenMetadata: at('token', `/v1/token/${shareToken}/metadata`),
    getTokenLogoSvg: at('token', `/v1/token/${shareToken}/logo.svg`),
    getVaultReport: at('vault', `/v1/vault/${vault}/report`),
    getProtocolStatus: at('vault', '/status/protocolReport'),
    listExploreVaults: at('vault', '/v1/explore/vaults'),
    getVetokenUser: at('vetoken', `/v1/vetoken/user/${voter}`),
    getGaugeEpoch: at('gauge', '/v1/gauge/epoch'),
    getLpStrategy: at('lpstrat', `/v1/lpstrat/strategy/${contracts.lpStrategy}`),
    listAuctionRecentBids: at('auction', `/v1/auction/${auction}/recentBids`),
    getLotteryCreator: at('lottery', `/v1/lottery/creator/${creatorCoin}`),
    listLotteryRecentWinners: at('lottery', '/v1/lottery/recentWinners'),
    getAgentFeedback: at('agents', '/v1/agents/feedback?agentId=0'),
    getSocialReputationGraph: at('social', '/social/reputation-graph?agentId=0'),
    listTrendCoins: at('market', '/coin-trend/explore'),
    getPortfolio: at('account', `/portfolio/me?address=${voter}`),
  }
  const builds = {
    buildVetokenLock: send(at('build', '/v1/build/vetoken/lock'), 'POST', bidder, {
      amount: '1000000000000000000',
      durationSec: 2_419_200,
    }),
    buildGaugeResetVotes: send(at('build', '/v1/build/gauge/resetVotes'), 'POST', bidder, {}),
  }
  const writes = {
    changeWorkspaceSettings: send(at('workspace', '/v1/workspace/settings'), 'POST', owner, {
      vault,
      action: 'settings.notifications.upsert',
      payload: preferences,
    }),
    updatePortfolio: send(at('account', '/portfolio/me'), 'PATCH', bidder, { bio: 'Tends a vault' }),
    recordChatTelemetry: send(
      at('social', '/v1/chat/telemetry'),
      'POST',
      {},
      {
        event: 'command_center:opened',
        conversationId: 'bench',
      },
    ),
  }
  return { reads, builds, writes }
}
