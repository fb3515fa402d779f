import { sql } from 'drizzle-orm'
import { accessRequests, allowlist } from '../../../../drizzle/access.ts'
import { linkedAccounts, profileWallets, profiles, walletLinkEndings } from '../../../../drizzle/accounts.ts'
import { chatappUserLinks } from '../../../../drizzle/chatapp.ts'
import { handoffCodes } from '../../../../drizzle/handoffs.ts'
import { idempotencyKeys } from '../../../../drizzle/idempotency.ts'
import { paymasterDecisions } from '../../../../drizzle/paymaster.ts'
import { personJoins } from '../../../../drizzle/persons.ts'
import { svmSweepJobs } from '../../../../drizzle/svm.ts'
import { points, referralConversions, waitlistEntries } from '../../../../drizzle/waitlist.ts'
import { columnsOf } from '../../../../shared/store/columnsOf.ts'
import { by, type PersonalData } from './PersonalData.ts'

/** The account itself, and what was granted to it. */
export const OF_ACCOUNTS: readonly PersonalData[] = [
  {
    table: idempotencyKeys,
    isOf: (owner) =>
      sql`(${by(idempotencyKeys.principal, 'wallets')(owner)} or ${by(idempotencyKeys.principal, 'chatappUsers')(owner)}
        or ${idempotencyKeys.principal} in (select id from linked_accounts
          where kind = 'idp' and profile_id in (${owner.profile})))`,
    shown: {
      as: 'keptAnswers',
      what: 'Answers of the last 24 hours that are kept under an Idempotency-Key.',
      columns: columnsOf(idempotencyKeys, 'id', 'fingerprint', 'claim', 'claimedUntil'),
    },
    onDeletion: 'at once',
  },
  {
    table: profiles,
    isOf: by(profiles.id, 'profile'),
    shown: { as: 'profile', what: 'What the profile shows, and when it was opened.', columns: columnsOf(profiles) },
    onDeletion: 'at once',
  },
  {
    table: profileWallets,
    isOf: by(profileWallets.profileId, 'profile'),
    shown: {
      as: 'wallets',
      what: 'Which wallets are linked. The wallets themselves are not touched.',
      columns: columnsOf(profileWallets),
    },
    onDeletion: 'at once',
  },
  {
    table: walletLinkEndings,
    isOf: by(walletLinkEndings.profileId, 'profile'),
    shown: {
      as: 'endedWalletLinks',
      what: 'Which links of smart wallets ended because their contracts no longer confirmed them, and why.',
      columns: columnsOf(walletLinkEndings, 'profileId'),
    },
    onDeletion: 'at once',
  },
  {
    table: personJoins,
    isOf: ({ profile }) => sql`${personJoins.a} = 'account:' || (${profile})`,
    shown: { as: 'walletHistory', columns: columnsOf(personJoins, 'id', 'a') },
    onDeletion: {
      staysBecause:
        'Which wallets were linked when, as long as somebody’s role on a vault or an undecided request is older than the end of the link: nobody becomes two people by deleting an account. The account’s id in it leads nowhere any more.',
    },
  },
  {
    table: linkedAccounts,
    isOf: by(linkedAccounts.profileId, 'profile'),
    shown: {
      as: 'linkedAccounts',
      what: 'Accounts elsewhere that are linked, the e-mail address among them.',
      columns: columnsOf(linkedAccounts),
    },
    onDeletion: 'at once',
  },
  {
    table: chatappUserLinks,
    isOf: by(chatappUserLinks.profileId, 'profile'),
    shown: {
      as: 'chatappLink',
      what: 'The link to a user of the chat app, which ends.',
      columns: columnsOf(chatappUserLinks, 'stale', 'seq'),
    },
    onDeletion: 'at once',
  },
  {
    table: waitlistEntries,
    isOf: by(waitlistEntries.profileId, 'profile'),
    shown: {
      as: 'waitlist',
      what: 'The entry on the waitlist, and the mailbox that it was made with.',
      columns: columnsOf(waitlistEntries, 'decidedBy'),
    },
    onDeletion: 'at once',
  },
  {
    table: points,
    isOf: by(points.profileId, 'profile'),
    // Of a referral, the source is another person.
    shown: {
      as: 'points',
      what: 'Points of the waitlist, which are forfeited.',
      columns: columnsOf(points, 'sourceId', 'identityHash'),
    },
    onDeletion: 'at once',
  },
  {
    // What others got for inviting this account: it would otherwise be given again for the same person.
    table: points,
    isOf: ({ profile }) => sql`${points.source} = 'referral' and ${points.sourceId} in (${profile})`,
    onDeletion: 'at once',
  },
  {
    table: referralConversions,
    isOf: by(referralConversions.inviteeProfileId, 'profile'),
    shown: {
      as: 'invitedBy',
      what: 'That somebody invited you, and the points that person got for it.',
      columns: columnsOf(referralConversions, 'inviteeProfileId', 'referrerProfileId'),
    },
    onDeletion: 'at once',
  },
  {
    table: referralConversions,
    isOf: by(referralConversions.referrerProfileId, 'profile'),
    shown: {
      as: 'invited',
      what: 'That you invited somebody.',
      columns: columnsOf(referralConversions, 'inviteeProfileId', 'referrerProfileId'),
    },
    onDeletion: 'at once',
  },
  {
    table: accessRequests,
    isOf: ({ wallets }) =>
      sql`${accessRequests.status} = 'pending' and ${accessRequests.walletAddress} in (${wallets})`,
    shown: {
      as: 'creatorAccessRequests',
      what: 'Requests to be allowed to create that are not decided yet.',
      columns: columnsOf(accessRequests, 'reviewedBy'),
    },
    onDeletion: 'at once',
  },
  {
    table: accessRequests,
    isOf: ({ wallets }) =>
      sql`${accessRequests.status} <> 'pending' and ${accessRequests.walletAddress} in (${wallets})`,
    shown: { as: 'creatorAccessDecisions', columns: columnsOf(accessRequests, 'reviewedBy') },
    onDeletion: {
      staysBecause:
        'What was decided about requests of a wallet, by its address alone, for a year: a new account does not undo a denial.',
    },
  },
  {
    table: allowlist,
    isOf: by(allowlist.address, 'wallets'),
    shown: { as: 'creatorAccess', columns: columnsOf(allowlist, 'approvedBy') },
    onDeletion: {
      staysBecause:
        'Whether a wallet may create, by its address alone: that it may no longer has to outlast the account.',
    },
  },
  {
    table: paymasterDecisions,
    isOf: by(paymasterDecisions.principal, 'wallets'),
    shown: {
      as: 'sponsorships',
      what: 'Which operations of smart wallets were sponsored or denied, while signed in with a wallet.',
      columns: columnsOf(paymasterDecisions, 'id', 'userOpHash'),
    },
    onDeletion: 'later',
  },
  {
    table: handoffCodes,
    isOf: by(handoffCodes.profileId, 'profile'),
    shown: {
      as: 'handoffCodes',
      what: 'Codes that carry a sign-in to another application.',
      columns: columnsOf(handoffCodes, 'codeHash', 'codeChallenge'),
    },
    onDeletion: 'at once',
  },
  {
    table: svmSweepJobs,
    isOf: by(svmSweepJobs.profileId, 'profile'),
    shown: {
      as: 'svmSweeps',
      what: 'Requests to sweep a wallet of the other chain.',
      columns: columnsOf(svmSweepJobs),
    },
    onDeletion: 'at once',
  },
]
