import type { Address } from 'viem'
import { tokenText, type TokenLabel } from '../../../shared/text/wording.ts'

type Label = TokenLabel | null
type ExitArgs = readonly [amount: bigint, receiver: Address, owner: Address]

/** Sentences about calls on a vault and its wrapper; a label is null if it is unknown. */
export const vaultTexts = {
  deposit: (vault: Address, asset: Label, [assets, receiver]: readonly [bigint, Address]): string =>
    `Deposit ${tokenText(assets, asset)} into the vault ${vault}, whose shares go to ${receiver}.`,
  withdraw: (vault: Address, asset: Label, [assets, receiver, owner]: ExitArgs): string =>
    `Withdraw ${tokenText(assets, asset)} from the vault ${vault} to ${receiver}, for vault shares of ${owner}.`,
  redeem: (vault: Address, share: Label, [shares, receiver, owner]: ExitArgs): string =>
    `Redeem ${tokenText(shares, share)}, vault shares of ${owner}, at the vault ${vault}, which pays ${receiver}.`,
  queue: (vault: Address, share: Label, [shares, receiver]: readonly [bigint, Address]): string =>
    `Put ${tokenText(shares, share)}, vault shares, into the withdrawal queue of the vault ${vault}; the later claim pays ${receiver}.`,
  claim: (vault: Address, receiver: Address | null): string =>
    `Claim the queued withdrawal of the sender from the vault ${vault}, which pays ${receiver ?? 'the receiver that was named in the queue'}.`,
  wrap: (wrapper: Address, share: Label, [amount]: readonly [bigint]): string =>
    `Wrap ${tokenText(amount, share)}, vault shares, into share tokens at the wrapper ${wrapper}.`,
  unwrap: (wrapper: Address, shareToken: Label, [amount]: readonly [bigint]): string =>
    `Unwrap ${tokenText(amount, shareToken)} to vault shares at the wrapper ${wrapper}.`,
}
