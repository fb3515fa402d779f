import { decodeFunctionData } from 'viem'
import { permit2Abi } from '../../../shared/abi/permit2.ts'
import { erc20Abi } from '../../../shared/abi/standards.ts'
import { describeApproval } from '../../../shared/calldata/approveErc20.ts'
import { auctionAbi } from '../../../shared/domain/auction/auctionAbi.ts'
import { readMoney } from '../../../shared/domain/auction/Money.ts'
import { gaugeVotingAbi } from '../../../shared/domain/gauge/gaugeVotingAbi.ts'
import { lendpoolAbi, lendpoolStrategyAbi, vaultAuthAbi } from '../../../shared/domain/lendpool/lendpoolAbi.ts'
import { lpStrategyActionsAbi } from '../../../shared/domain/lpstrat/lpStrategyAbi.ts'
import { lpVaultActionsAbi } from '../../../shared/domain/lpstrat/lpVaultAbi.ts'
import { vaultExchangeAbi } from '../../../shared/domain/vault/creatorVaultAbi.ts'
import { wrapperAbi } from '../../../shared/domain/vault/protocolAbis.ts'
import { veUtilityAbi, voteEscrowAbi } from '../../../shared/domain/vetoken/voteEscrowAbi.ts'
import { describePermit } from '../auction/approvePermit2.ts'
import { describeBid } from '../auction/bidWording.ts'
import { settlementAbi, describeClaimedTokens, describeExit } from '../auction/settle/settlement.ts'
import { submitBidAbi } from '../auction/submitBidAbi.ts'
import { describeClaim, describeReset, describeVote } from '../gauge/voteWording.ts'
import { describeDraw, describeRepay } from '../lendpool/loanWording.ts'
import { describeIdleBuffer, describeMinBucket } from '../lendpool/lenderSettings.ts'
import { lpVaultTexts, strategyTexts } from '../lpstrat/strategyWording.ts'
import { vaultActionsAbi, wrapperActionsAbi } from '../vault/vaultActionsAbi.ts'
import { vaultTexts } from '../vault/vaultWording.ts'
import { describeExtend, describeIncrease, describeLock, describeUnlock } from '../vetoken/lockWording.ts'
import { tokenCalls } from '../../../shared/domain/token/tokenCalls.ts'
import { type Kind, unlabelled } from './Kind.ts'

const escrow: Kind = {
  abi: voteEscrowAbi,
  tokens: (describe, { to }) => ({ token: tokenCalls(describe, describe.at(to, voteEscrowAbi)('wrappedShareOFT')) }),
  text({ to, data }, { tokens: { token = null } }) {
    const call = decodeFunctionData({ abi: voteEscrowAbi, data })
    switch (call.functionName) {
      case 'lock':
        return describeLock(to, token ?? unlabelled(call.args[0]), call.args, null)
      case 'increaseLock':
        return describeIncrease(to, token, call.args, null)
      case 'extendLock':
        return describeExtend(to, call.args, null)
      case 'unlock':
        return describeUnlock(to, token, null)
      default:
        return null
    }
  },
}

const gauge: Kind = {
  abi: gaugeVotingAbi,
  text({ to, data }) {
    const call = decodeFunctionData({ abi: gaugeVotingAbi, data })
    if (call.functionName === 'vote') return describeVote(to, call.args, {})
    return call.functionName === 'resetVotes' ? describeReset(to) : null
  },
}

const utility: Kind = {
  abi: veUtilityAbi,
  text: ({ to, data }) =>
    decodeFunctionData({ abi: veUtilityAbi, data }).functionName === 'claimAllOutstanding'
      ? describeClaim(to, null)
      : null,
}

const auction: Kind = {
  abi: submitBidAbi,
  tokens: (describe, { to }) => ({
    currency: tokenCalls(describe, describe.at(to, auctionAbi)('currency')),
    token: tokenCalls(describe, describe.at(to, auctionAbi)('token')),
  }),
  text({ to, data }, { tokens: { currency, token } }) {
    const { args } = decodeFunctionData({ abi: submitBidAbi, data })
    if (!currency || !token) return null
    return describeBid({ auction: to, currency: currency.address, money: readMoney(currency, token) }, args)
  },
}

const settlement: Kind = {
  abi: settlementAbi,
  tokens: (describe, { to }) => ({ token: tokenCalls(describe, describe.at(to, auctionAbi)('token')) }),
  text({ to, data }, { tokens: { token = null } }) {
    const call = decodeFunctionData({ abi: settlementAbi, data })
    if (call.functionName === 'exitBid' || call.functionName === 'exitPartiallyFilledBid')
      return describeExit(to, call.args)
    const [owner, bidIds] = call.functionName === 'claimTokens' ? [null, call.args] : call.args
    return describeClaimedTokens(to, bidIds, { token, owner, tokens: null })
  },
}

const token: Kind = {
  abi: erc20Abi.filter((item) => item.name === 'approve'),
  tokens: (describe, { to }) => ({ own: tokenCalls(describe, to) }),
  text({ to, data }, { tokens: { own } }) {
    const call = decodeFunctionData({ abi: erc20Abi, data })
    return call.functionName === 'approve' ? describeApproval(own ?? unlabelled(to), call.args) : null
  },
}

const permit2: Kind = {
  abi: permit2Abi,
  tokens(describe, { data }) {
    const call = decodeFunctionData({ abi: permit2Abi, data })
    return call.functionName === 'approve' ? { approved: tokenCalls(describe, call.args[0]) } : {}
  },
  text({ to, data }, { tokens: { approved } }) {
    const call = decodeFunctionData({ abi: permit2Abi, data })
    if (call.functionName !== 'approve') return null
    return describePermit(to, approved ?? unlabelled(call.args[0]), call.args)
  },
}

const lendpool: Kind = {
  abi: lendpoolAbi,
  text({ to, data }) {
    const call = decodeFunctionData({ abi: lendpoolAbi, data })
    if (call.functionName === 'drawDebt') return describeDraw(to, null, call.args)
    return call.functionName === 'repayDebt' ? describeRepay(to, null, call.args) : null
  },
}

const ruleBook: Kind = {
  abi: vaultAuthAbi,
  text({ to, data }) {
    const call = decodeFunctionData({ abi: vaultAuthAbi, data })
    return call.functionName === 'setMinBucketIndex' ? describeMinBucket(to, call.args) : null
  },
}

const lender: Kind = {
  abi: lendpoolStrategyAbi,
  text({ to, data }) {
    const call = decodeFunctionData({ abi: lendpoolStrategyAbi, data })
    return call.functionName === 'setIdleBufferBps' ? describeIdleBuffer(to, call.args) : null
  },
}

const strategy: Kind = {
  abi: lpStrategyActionsAbi,
  tokens(describe, { data }) {
    const call = decodeFunctionData({ abi: lpStrategyActionsAbi, data })
    return call.functionName === 'ownerEmergencyWithdraw' ? { withdrawn: tokenCalls(describe, call.args[0]) } : {}
  },
  text({ to, data }, { tokens: { withdrawn }, role }) {
    const call = decodeFunctionData({ abi: lpStrategyActionsAbi, data })
    switch (call.functionName) {
      case 'setLpVault':
      case 'setCharmVault':
        return strategyTexts.setVault(to, call.args)
      case 'setDexFactory':
      case 'setUniFactory':
        return strategyTexts.setDexFactory(to, call.args)
      case 'setSwapPool':
        return strategyTexts.setSwapPool(to, call.args)
      case 'setAutoFeeTier':
        return strategyTexts.setAutoFeeTier(to, call.args)
      case 'setActive':
        return strategyTexts.setActive(to, call.args)
      case 'setParameters':
        return strategyTexts.setParameters(to, call.args)
      case 'initializeApprovals':
        return strategyTexts.initializeApprovals(to)
      case 'ownerEmergencyWithdrawFromLp':
      case 'ownerEmergencyWithdrawFromCharm':
        return strategyTexts.withdrawFromLp(to, null)
      case 'ownerEmergencyWithdraw':
        return strategyTexts.withdraw(to, call.args, withdrawn ?? unlabelled(call.args[0]))
      case 'rebalance':
        // LP vaults have a function of this name too: only the configuration distinguishes them.
        if (role === 'lpVault') return lpVaultTexts.rebalance(to)
        return role === 'lpStrategy' ? strategyTexts.rebalance(to) : null
    }
  },
}

const lpVault: Kind = {
  abi: lpVaultActionsAbi,
  text({ to, data }) {
    const call = decodeFunctionData({ abi: lpVaultActionsAbi, data })
    if (call.functionName === 'setManager') return lpVaultTexts.setManager(to, call.args)
    return call.functionName === 'setRebalanceDelegate' ? lpVaultTexts.setRebalanceDelegate(to, call.args) : null
  },
}

const vault: Kind = {
  abi: vaultActionsAbi,
  tokens: (describe, { to }) => ({
    asset: tokenCalls(describe, describe.at(to, vaultExchangeAbi)('asset')),
    share: tokenCalls(describe, to),
  }),
  text({ to, data }, { tokens: { asset = null, share = null } }) {
    const call = decodeFunctionData({ abi: vaultActionsAbi, data })
    switch (call.functionName) {
      case 'deposit':
        return vaultTexts.deposit(to, asset, call.args)
      case 'withdraw':
        return vaultTexts.withdraw(to, asset, call.args)
      case 'redeem':
        return vaultTexts.redeem(to, share, call.args)
      case 'queueWithdrawal':
        return vaultTexts.queue(to, share, call.args)
      case 'claimQueuedWithdrawal':
        return vaultTexts.claim(to, null)
    }
  },
}

const wrapper: Kind = {
  abi: wrapperActionsAbi,
  tokens: (describe, { to }) => ({
    share: tokenCalls(describe, describe.at(to, wrapperAbi)('vault')),
    shareToken: tokenCalls(describe, describe.at(to, wrapperAbi)('shareOFT')),
  }),
  text({ to, data }, { tokens: { share = null, shareToken = null } }) {
    const call = decodeFunctionData({ abi: wrapperActionsAbi, data })
    return call.functionName === 'wrap'
      ? vaultTexts.wrap(to, share, call.args)
      : vaultTexts.unwrap(to, shareToken, call.args)
  },
}

/** Contracts that the builders of this family call. */
export const BUILT_KINDS: readonly Kind[] = [
  escrow,
  gauge,
  utility,
  auction,
  settlement,
  token,
  permit2,
  lendpool,
  ruleBook,
  lender,
  strategy,
  lpVault,
  vault,
  wrapper,
]
