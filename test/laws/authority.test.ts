import { describe, expect, test } from 'vitest'
import { OPERATIONS } from '../../schema/index.ts'
import { sources } from './sources.ts'

/** Files that read or write the wallets of accounts besides shared/domain/authority, and why that grants nothing. */
const READS_WALLETS: Readonly<Record<string, string>> = {
  'shared/store/accounts.ts': 'what the authority reads',
  'shared/store/accountWallets.ts': 'links, which the authority judges, and their end',
  'shared/store/identities.ts': 'brings users of the identity provider together; never grants by a smart wallet',
  'functions/account/store/handoffs.ts': 'a code needs its wallets to belong to the account still',
  'functions/account/store/deletions.ts': 'what goes with an account',
  'functions/account/store/exports.ts': 'what is held about an account',
  'functions/account/store/personal/ofAccounts.ts': 'what is held about an account',
  'shared/store/persons.ts': 'which joins end with a link',
  'functions/account/store/profiles.ts': 'shows a profile, filtered by what the authority confirms',
  'functions/account/store/points.ts': 'points for keys, which need no contract',
  'functions/account/store/waitlistDecisions.ts': 'the key that an administrator lets create',
  'functions/workspace/store/workspaceChange.ts': 'narrows confirmed wallets to those that are linked still',
  'functions/workspace/store/workspaceAppointments.ts': 'who appointed somebody: more wallets only refuse more',
  'functions/workspace/store/twoPersons.ts': 'whether the vault’s owner is a contract, which acts for several people',
  'functions/workspace/store/workspaceSurroundings.ts': 'names the agent of a vault’s owner',
  'functions/lottery/store/ingestCommit.ts': 'notes for whom a ticket is; grants nothing by itself',
  'functions/social/store/reputationKeys.ts': 'public scores of wallets',
  'functions/social/store/reputationScores.ts': 'public scores of wallets',
  'functions/social/store/creatorReputation.ts': 'public scores of wallets',
  'functions/social/reputation/seedKeys.ts': 'public scores of wallets',
}

/** Files that find an account by a wallet besides the authority, and why that grants nothing. */
const FINDS_ACCOUNTS: Readonly<Record<string, string>> = {
  'functions/lottery/amoe/readCredits.ts': 'a public read of a balance',
  'functions/context/wallet/readHoldings.ts': 'the same public read of a balance',
  'functions/context/resolve/readStored.ts': 'a public read of whether there is one; a smart wallet must confirm it',
  'functions/account/wallet/confirmWalletOwner.ts': 'who holds a wallet that is to be linked',
  'functions/account/portfolio/getPortfolio.ts': 'a public read, filtered by what the authority confirms',
  'functions/market/trend/submitSwEntry.ts':
    'the account of a wallet that has just signed, by a key of that account, which the authority then confirms',
}

describe('one module decides authority', () => {
  const ours = sources('functions', 'shared').filter(({ file }) => !file.startsWith('shared/domain/authority/'))
  const mentions = (pattern: RegExp): string[] => ours.filter(({ text }) => pattern.test(text)).map(({ file }) => file)

  test('nothing else reads the wallets of accounts, but for what grants nothing', () => {
    expect(mentions(/profile_wallets|profileWallets/).sort()).toEqual(Object.keys(READS_WALLETS).sort())
  })

  test('nothing else finds an account by a wallet, but for what grants nothing', () => {
    expect(mentions(/\.findByWallet\(/).sort()).toEqual(Object.keys(FINDS_ACCOUNTS).sort())
  })

  test('an operation whose handler decides asks the authority, itself or through a file of its family', () => {
    const all = new Map(sources('functions', 'shared', 'schema').map((source) => [source.file, source]))
    const reaches = (file: string, seen = new Set<string>()): boolean => {
      if (file.startsWith('shared/domain/authority/')) return true
      if (seen.has(file)) return false
      seen.add(file)
      const source = all.get(file)
      return (
        source !== undefined && (/\bauthority\b/.test(source.text) || source.imports.some((one) => reaches(one, seen)))
      )
    }
    const left = Object.entries(OPERATIONS).flatMap(([family, operations]) =>
      Object.values(operations)
        .filter((operation) => operation['x-authority'] === 'handler')
        .map(({ operationId }) => ({ family, operationId })),
    )
    expect(left.length).toBeGreaterThan(20)
    const without = left.filter(({ family, operationId }) => {
      const file = [...all.keys()].find(
        (name) => name.startsWith(`functions/${family}/`) && name.endsWith(`/${operationId}.ts`),
      )
      return file === undefined || !reaches(file)
    })
    expect(without).toEqual([])
  })
})
