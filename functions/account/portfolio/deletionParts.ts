import { PERSONAL_DATA } from '../../../shared/store/personalData.ts'

interface Part {
  readonly name: string
  readonly text: string
}

/** What the deletion of an account deletes: rows by their sections of the export, and what is not a row. */
export const whatIsDeleted: readonly Part[] = [
  ...PERSONAL_DATA.flatMap(({ shown }) => (shown?.what === undefined ? [] : [{ name: shown.as, text: shown.what }])),
  {
    name: 'sessions',
    text: 'Sessions of all wallets of the account end; the one that confirms the deletion ends ten minutes later.',
  },
]

/** What it does not delete, and why. */
export const whatIsKept: readonly Part[] = [
  ...PERSONAL_DATA.flatMap(({ shown, onDeletion }) =>
    shown && typeof onDeletion === 'object' ? [{ name: shown.as, text: onDeletion.staysBecause }] : [],
  ),
  { name: 'chain', text: 'What is on a chain: transactions, entries, feedback and names. Nobody can delete it.' },
  {
    name: 'identityProvider',
    text: 'Your user at the identity provider and its embedded wallet: end that there.',
  },
  {
    name: 'administrators',
    text: 'What administrators decided, for two years: ids, the wallet of a decision about creating, and keyed hashes; no e-mail address and no IP address.',
  },
  {
    name: 'countedPosts',
    text: 'That a post has been counted for a free entry, for seven days and by the account’s old id, so that it is not counted twice.',
  },
  {
    name: 'publicFindings',
    text: 'What providers publicly say about your wallets, for at most a day after somebody asked; and snapshots of staked keys that were published, for 90 days.',
  },
]
