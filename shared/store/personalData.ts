import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { accessRequests, allowlist } from '../../drizzle/access.ts'
import { linkedAccounts, profiles, profileWallets } from '../../drizzle/accounts.ts'
import { amoeCredits, amoeEntries, amoeLedgers } from '../../drizzle/amoe.ts'
import { storedArtifacts } from '../../drizzle/artifacts.ts'
import { chatTelemetry } from '../../drizzle/chat.ts'
import { chatappLinkTelemetry, chatappUserLinks } from '../../drizzle/chatapp.ts'
import { creatorAgents, creatorAgentWallets } from '../../drizzle/creators.ts'
import { deploySessions, deployTransactions } from '../../drizzle/deploy.ts'
import { handoffCodes } from '../../drizzle/handoffs.ts'
import { imageAssets, imageJobs, imageProjects } from '../../drizzle/images.ts'
import { keeprJoinRequests } from '../../drizzle/keepr.ts'
import { agentMessages } from '../../drizzle/messages.ts'
import { lotteryEntryInbox } from '../../drizzle/lotteryIngest.ts'
import {
  canonicalReputationScores,
  reputationUserkeyScores,
  userReputationIdentityKeys,
} from '../../drizzle/reputation.ts'
import { paymasterDecisions } from '../../drizzle/paymaster.ts'
import { roomJoins, roomTokens } from '../../drizzle/rooms.ts'
import { actions } from '../../drizzle/runtime.ts'
import { svmSweepJobs } from '../../drizzle/svm.ts'
import { trendEntries, trendProfiles } from '../../drizzle/trend.ts'
import { workspaceNotificationPreferences } from '../../drizzle/workspace.ts'
import { points, referralConversions, waitlistEntries } from '../../drizzle/waitlist.ts'

/** Whose rows are meant: an account's id, and sub-queries of its wallets and of its ids in the chat app. */
export interface Owner {
  readonly profile: SQL
  readonly wallets: SQL
  readonly chatappUsers: SQL
}

/** Rows of a table that are about one account. */
export interface PersonalData {
  readonly table: SQLiteTable
  readonly isOf: (owner: Owner) => SQL
  /** How it is exported; absent where the rows are another person's. */
  readonly shown?: {
    /** Section of the export. */
    readonly as: string
    /** What people are told goes with the account; absent for what stays, which has a reason. */
    readonly what?: string
    readonly columns: Readonly<Record<string, SQLiteColumn>>
  }
  /**
   * `at once`: together with the account; `later`: there may be very many, so they go in parts after it; otherwise they
   * stay, for this reason.
   */
  readonly onDeletion: 'at once' | 'later' | { readonly staysBecause: string }
}

const by =
  (column: SQLiteColumn, key: keyof Owner) =>
  (owner: Owner): SQL =>
    sql`${column} in (${owner[key]})`

/**
 * Everything in D1 that is about an account: what its owner is given on request, and what becomes of it when the account is
 * deleted. Rows that are found by those of another table come before them.
 */
export const PERSONAL_DATA: readonly PersonalData[] = [
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
    shown: { as: 'waitlist', what: 'The entry on the waitlist.', columns: columnsOf(waitlistEntries, 'decidedBy') },
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
  {
    table: amoeLedgers,
    isOf: by(amoeLedgers.profileId, 'profile'),
    shown: {
      as: 'freeEntryBalance',
      what: 'The balance of credits for free entries, which is forfeited.',
      columns: columnsOf(amoeLedgers, 'stale', 'seq'),
    },
    onDeletion: 'at once',
  },
  {
    table: amoeCredits,
    isOf: by(amoeCredits.profileId, 'profile'),
    shown: {
      as: 'freeEntryCredits',
      what: 'What the credits were given for and spent on.',
      columns: columnsOf(amoeCredits, 'seq'),
    },
    onDeletion: 'at once',
  },
  {
    table: amoeEntries,
    isOf: by(amoeEntries.profileId, 'profile'),
    shown: {
      as: 'freeEntries',
      what: 'Free entries. One that was attested stays valid on the chain until its deadline, and its credits do not come back.',
      columns: columnsOf(amoeEntries),
    },
    onDeletion: 'at once',
  },
  {
    table: lotteryEntryInbox,
    isOf: by(lotteryEntryInbox.profileId, 'profile'),
    shown: { as: 'svmLotteryTickets', columns: columnsOf(lotteryEntryInbox) },
    onDeletion: {
      staysBecause:
        'Tickets bought on the other chain, which is public: the rows keep a ticket from counting twice. The account’s id in them leads nowhere any more.',
    },
  },
  {
    table: creatorAgents,
    isOf: by(creatorAgents.profileId, 'profile'),
    shown: {
      as: 'creatorAgents',
      what: 'The agent in the messaging network, which is not listed any more.',
      columns: columnsOf(creatorAgents),
    },
    onDeletion: 'at once',
  },
  {
    table: creatorAgentWallets,
    isOf: by(creatorAgentWallets.key, 'wallets'),
    shown: { as: 'creatorAgentWallets', columns: columnsOf(creatorAgentWallets) },
    onDeletion: {
      staysBecause:
        'Which server wallet was made for your smart wallet: it may still be one of its owners on the chain, where only you can remove it.',
    },
  },
  {
    table: reputationUserkeyScores,
    isOf: ({ profile }) => sql`${reputationUserkeyScores.userkey} in (
      select k.userkey from user_reputation_identity_keys k where k.user_id in (${profile}) and not exists (
        select 1 from user_reputation_identity_keys o where o.userkey = k.userkey and o.user_id <> k.user_id))`,
    shown: {
      as: 'reputationScores',
      what: 'Scores of the keys under which the reputation provider knows the account. The provider keeps its own.',
      columns: columnsOf(reputationUserkeyScores, 'dueAt'),
    },
    onDeletion: 'at once',
  },
  {
    table: userReputationIdentityKeys,
    isOf: by(userReputationIdentityKeys.userId, 'profile'),
    shown: { as: 'reputationKeys', what: 'Those keys.', columns: columnsOf(userReputationIdentityKeys) },
    onDeletion: 'at once',
  },
  {
    table: canonicalReputationScores,
    isOf: by(canonicalReputationScores.userId, 'profile'),
    shown: { as: 'reputation', what: 'The account’s own score.', columns: columnsOf(canonicalReputationScores) },
    onDeletion: 'at once',
  },
  {
    table: trendProfiles,
    isOf: by(trendProfiles.profileId, 'profile'),
    shown: {
      as: 'trendProfile',
      what: 'Who the account is at the trend provider. The provider keeps its own.',
      columns: columnsOf(trendProfiles, 'handleKey'),
    },
    onDeletion: 'at once',
  },
  {
    table: trendEntries,
    isOf: by(trendEntries.profileId, 'profile'),
    shown: {
      as: 'trendEntries',
      what: 'Smart wallets that were entered for the chat of trend coins.',
      columns: columnsOf(trendEntries, 'nonce'),
    },
    onDeletion: 'at once',
  },
  {
    table: roomJoins,
    isOf: ({ wallets }) => sql`${roomJoins.jti} in (select jti from room_tokens where wallet in (${wallets}))`,
    shown: { as: 'roomJoins', what: 'When rooms were joined.', columns: columnsOf(roomJoins, 'jti') },
    onDeletion: 'at once',
  },
  {
    table: roomTokens,
    isOf: by(roomTokens.wallet, 'wallets'),
    shown: {
      as: 'roomTokens',
      what: 'Tokens for rooms, which are worth nothing from then on.',
      columns: columnsOf(roomTokens, 'jti'),
    },
    onDeletion: 'at once',
  },
  {
    table: imageJobs,
    isOf: by(imageJobs.ownerAddress, 'wallets'),
    shown: {
      as: 'imageJobs',
      what: 'What image generators were asked for. They may keep their own records.',
      columns: columnsOf(imageJobs, 'leaseUntil', 'dueAt'),
    },
    onDeletion: 'at once',
  },
  {
    table: imageAssets,
    isOf: by(imageAssets.ownerAddress, 'wallets'),
    shown: {
      as: 'images',
      what: 'Images of your projects. Nothing shows them any more; their files go within two hours.',
      columns: columnsOf(imageAssets, 'objectId'),
    },
    onDeletion: 'at once',
  },
  {
    table: imageProjects,
    isOf: by(imageProjects.ownerAddress, 'wallets'),
    shown: { as: 'imageProjects', what: 'Projects of artwork.', columns: columnsOf(imageProjects) },
    onDeletion: 'at once',
  },
  {
    table: actions,
    isOf: ({ wallets }) =>
      sql`${actions.id} in (select action_id from keepr_join_requests where wallet_address in (${wallets}))`,
    shown: {
      as: 'groupActions',
      what: 'What keepers were asked to do to let a wallet into groups; who is in a group already stays there.',
      columns: columnsOf(actions, 'leaseOwner', 'lastChange', 'dedupeKey'),
    },
    onDeletion: 'at once',
  },
  {
    table: keeprJoinRequests,
    isOf: by(keeprJoinRequests.walletAddress, 'wallets'),
    shown: {
      as: 'groupRequests',
      what: 'That a wallet asked to be let into groups of the messaging network.',
      columns: columnsOf(keeprJoinRequests, 'actionId'),
    },
    onDeletion: 'at once',
  },
  {
    table: deployTransactions,
    isOf: by(deployTransactions.owner, 'wallets'),
    shown: {
      as: 'deployTransactions',
      what: 'Transactions that were reported for deployments. The chain keeps them.',
      columns: columnsOf(deployTransactions),
    },
    onDeletion: 'at once',
  },
  {
    table: deploySessions,
    isOf: by(deploySessions.owner, 'wallets'),
    shown: { as: 'deploySessions', what: 'Plans of deployments.', columns: columnsOf(deploySessions) },
    onDeletion: 'at once',
  },
  {
    table: storedArtifacts,
    isOf: by(storedArtifacts.createdBy, 'wallets'),
    shown: { as: 'storedDocuments', columns: columnsOf(storedArtifacts) },
    onDeletion: {
      staysBecause:
        'Documents that you had stored for good, with the address that asked for it: contracts name them by their hash, and their storage deletes nothing.',
    },
  },
  {
    table: workspaceNotificationPreferences,
    isOf: by(workspaceNotificationPreferences.principalAddress, 'wallets'),
    shown: {
      as: 'workspaceNotifications',
      what: 'How you want to be told about vaults that you work on.',
      columns: columnsOf(workspaceNotificationPreferences),
    },
    onDeletion: 'at once',
  },
  {
    table: agentMessages,
    isOf: ({ wallets }) =>
      sql`exists (select 1 from json_each(${agentMessages.senderAddresses}) where value in (${wallets}))`,
    shown: {
      as: 'messagesToAgents',
      what: 'Messages to agents that were not answered yet, and that the others were. The network keeps its own.',
      columns: columnsOf(agentMessages, 'position', 'attempts', 'dueAt'),
    },
    onDeletion: 'later',
  },
  {
    table: chatTelemetry,
    isOf: by(chatTelemetry.principal, 'wallets'),
    shown: {
      as: 'chatTelemetry',
      what: 'What the chat command centre reported under one of the wallets.',
      columns: columnsOf(chatTelemetry),
    },
    onDeletion: 'later',
  },
  {
    table: chatappLinkTelemetry,
    isOf: by(chatappLinkTelemetry.chatappUserId, 'chatappUsers'),
    shown: {
      as: 'chatappLinkTelemetry',
      what: 'What happened while the chat app was linked.',
      columns: columnsOf(chatappLinkTelemetry),
    },
    onDeletion: 'later',
  },
]

/** The columns of a table by their names here, without some. */
function columnsOf<T extends SQLiteTable, K extends keyof T['_']['columns'] & string>(
  table: T,
  ...without: readonly K[]
): Readonly<Record<string, SQLiteColumn>> {
  const all = Object.entries(getTableColumns(table))
  return Object.fromEntries(all.filter(([name]) => !without.some((one) => one === name)))
}
