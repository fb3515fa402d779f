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

/** The account itself, and rights that were granted to it. */
export const OF_ACCOUNTS: readonly PersonalData[] = [
  {
    table: idempotencyKeys,
    isOf: (owner) =>
      sql`(${by(idempotencyKeys.principal, 'wallets')(owner)} or ${by(idempotencyKeys.principal, 'chatappUsers')(owner)}
        or ${idempotencyKeys.principal} in (select id from linked_accounts
          where kind = 'idp' and profile_id in (${owner.profile})))`,
    shown: {
      as: 'keptAnswers',
      what: 'Answers of the last 24 hours, stored under an Idempotency-Key.',
      columns: columnsOf(idempotencyKeys, 'id', 'fingerprint', 'claim', 'claimedUntil'),
    },
    onDeletion: 'at once',
  },
  {
    table: profiles,
    isOf: by(profiles.id, 'profile'),
    shown: {
      as: 'profile',
      what: 'The fields of the profile, and the time at which it was opened.',
      columns: columnsOf(profiles),
    },
    onDeletion: 'at once',
  },
  {
    table: profileWallets,
    isOf: by(profileWallets.profileId, 'profile'),
    shown: {
      as: 'wallets',
      what: 'The list of linked wallets. The wallets themselves are not changed.',
      columns: columnsOf(profileWallets),
    },
    onDeletion: 'at once',
  },
  {
    table: walletLinkEndings,
    isOf: by(walletLinkEndings.profileId, 'profile'),
    shown: {
      as: 'endedWalletLinks',
      what: 'Links of smart wallets that ended because the contract no longer confirmed the owner, and the reasons.',
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
        'The history of linked wallets, as long as a role on a vault or a pending request is older than the end of the link, so that nobody can act as two people after a deletion. The account’s id in it no longer leads to an account.',
    },
  },
  {
    table: linkedAccounts,
    isOf: by(linkedAccounts.profileId, 'profile'),
    shown: {
      as: 'linkedAccounts',
      what: 'Linked identities, including the e-mail address.',
      columns: columnsOf(linkedAccounts),
    },
    onDeletion: 'at once',
  },
  {
    table: chatappUserLinks,
    isOf: by(chatappUserLinks.profileId, 'profile'),
    shown: {
      as: 'chatappLink',
      what: 'The link to a chat user. The link ends.',
      columns: columnsOf(chatappUserLinks, 'stale', 'seq'),
    },
    onDeletion: 'at once',
  },
  {
    table: waitlistEntries,
    isOf: by(waitlistEntries.profileId, 'profile'),
    shown: {
      as: 'waitlist',
      what: 'The waitlist entry, and the mailbox with which it was created.',
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
      what: 'Waitlist points. They are forfeited.',
      columns: columnsOf(points, 'sourceId', 'identityHash'),
    },
    onDeletion: 'at once',
  },
  {
    // Points of others for inviting this account: otherwise they would get them again for the same person.
    table: points,
    isOf: ({ profile }) => sql`${points.source} = 'referral' and ${points.sourceId} in (${profile})`,
    onDeletion: 'at once',
  },
  {
    table: referralConversions,
    isOf: by(referralConversions.inviteeProfileId, 'profile'),
    shown: {
      as: 'invitedBy',
      what: 'The record that another person invited you, and the points of that person for it.',
      columns: columnsOf(referralConversions, 'inviteeProfileId', 'referrerProfileId'),
    },
    onDeletion: 'at once',
  },
  {
    table: referralConversions,
    isOf: by(referralConversions.referrerProfileId, 'profile'),
    shown: {
      as: 'invited',
      what: 'The records of people whom you invited.',
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
      what: 'Pending requests for creator access.',
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
        'Decisions about requests for creator access, by wallet address only, for one year. A new account does not undo a denial.',
    },
  },
  {
    table: allowlist,
    isOf: by(allowlist.address, 'wallets'),
    shown: { as: 'creatorAccess', columns: columnsOf(allowlist, 'approvedBy') },
    onDeletion: {
      staysBecause:
        'Whether a wallet has creator access, by its address only. A removal from the allowlist must outlast the account.',
    },
  },
  {
    table: paymasterDecisions,
    isOf: by(paymasterDecisions.principal, 'wallets'),
    shown: {
      as: 'sponsorships',
      what: 'User operations that were sponsored or denied while you were signed in with a wallet.',
      columns: columnsOf(paymasterDecisions, 'id', 'userOpHash'),
    },
    onDeletion: 'later',
  },
  {
    table: handoffCodes,
    isOf: by(handoffCodes.profileId, 'profile'),
    shown: {
      as: 'handoffCodes',
      what: 'Hand-off codes.',
      columns: columnsOf(handoffCodes, 'codeHash', 'codeChallenge'),
    },
    onDeletion: 'at once',
  },
  {
    table: svmSweepJobs,
    isOf: by(svmSweepJobs.profileId, 'profile'),
    shown: {
      as: 'svmSweeps',
      what: 'Sweeps of SVM wallets.',
      columns: columnsOf(svmSweepJobs),
    },
    onDeletion: 'at once',
  },
]
