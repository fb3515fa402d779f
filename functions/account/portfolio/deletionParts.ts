import { PERSONAL_DATA } from '../store/personalData.ts'

interface Part {
  readonly name: string
  readonly text: string
}

/** Data that the deletion of an account deletes: rows by section of the export, and data that is not a row. */
export const whatIsDeleted: readonly Part[] = [
  ...PERSONAL_DATA.flatMap(({ shown }) => (shown?.what === undefined ? [] : [{ name: shown.as, text: shown.what }])),
  {
    name: 'sessions',
    text: 'The sessions of all wallets of the account. The session that confirms the deletion ends ten minutes later. The Mini App sessions of a linked chat user end too.',
  },
]

/** Data that the deletion keeps, and why. */
export const whatIsKept: readonly Part[] = [
  ...PERSONAL_DATA.flatMap(({ shown, onDeletion }) =>
    shown && typeof onDeletion === 'object' ? [{ name: shown.as, text: onDeletion.staysBecause }] : [],
  ),
  { name: 'chain', text: 'Data on a chain: transactions, lottery entries, feedback and names. Nobody can delete it.' },
  {
    name: 'identityProvider',
    text: 'Your user at the identity provider, and its embedded wallet. Delete them there.',
  },
  {
    name: 'administrators',
    text: 'The log of administrators’ decisions, for two years: ids, the wallet of a decision about creator access, and keyed hashes. It has no e-mail address and no IP address.',
  },
  {
    name: 'countedPosts',
    text: 'Records of posts that earned credits for a free lottery entry, under the account’s old id, for seven days, so that no post counts twice.',
  },
  {
    name: 'chatappReplays',
    text: 'Hashes of launch data, link tokens and commands from the chat app, for at most one day and 15 minutes, so that none is used twice; and the number of changes of the chat link, without a name.',
  },
  {
    name: 'backups',
    text: 'The deleted data in automatic backups of the database and of Durable Objects, for at most 30 days. Backups are read only to repair a loss.',
  },
  {
    name: 'publicFindings',
    text: 'Public data of providers about your wallets, cached for at most one day; and published snapshots of staked keys, for 90 days.',
  },
]
