import { PERSONAL_DATA } from '../store/personalData.ts'

interface Part {
  readonly name: string
  readonly text: string
}

/** What the deletion of an account deletes: rows by their sections of the export, and what is not a row. */
export const whatIsDeleted: readonly Part[] = [
  ...PERSONAL_DATA.flatMap(({ shown }) => (shown?.what === undefined ? [] : [{ name: shown.as, text: shown.what }])),
  {
    name: 'sessions',
    text: 'Sessions of all wallets of the account end; the one that confirms the deletion ends ten minutes later. Sessions of the Mini App of a linked chat user end too.',
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
    name: 'chatappReplays',
    text: 'Hashes of launch data, link tokens and commands that the chat app brought, for at most a day and 15 minutes, so that none counts twice; and how often the chat link changed, as a number without a name.',
  },
  {
    name: 'backups',
    text: 'What was deleted, in the automatic backups of the database and of the objects, for at most 30 days. They serve to repair a loss, and nothing else reads them.',
  },
  {
    name: 'publicFindings',
    text: 'What providers publicly say about your wallets, for at most a day after somebody asked; and snapshots of staked keys that were published, for 90 days.',
  },
]
