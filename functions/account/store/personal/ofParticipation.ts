import { sql } from 'drizzle-orm'
import { amoeCredits, amoeEntries, amoeLedgers } from '../../../../drizzle/amoe.ts'
import { creatorAgentWallets, creatorAgents } from '../../../../drizzle/creators.ts'
import { lotteryEntryInbox } from '../../../../drizzle/lotteryIngest.ts'
import {
  canonicalReputationScores,
  reputationUserkeyScores,
  userReputationIdentityKeys,
} from '../../../../drizzle/reputation.ts'
import { roomJoins, roomTokens } from '../../../../drizzle/rooms.ts'
import { trendEntries, trendProfiles } from '../../../../drizzle/trend.ts'
import { columnsOf } from '../../../../shared/store/columnsOf.ts'
import { by, type PersonalData } from './PersonalData.ts'

/** Data of features in which a person takes part: the lottery, agents, reputation, trend coins, rooms. */
export const OF_PARTICIPATION: readonly PersonalData[] = [
  {
    table: amoeLedgers,
    isOf: by(amoeLedgers.profileId, 'profile'),
    shown: {
      as: 'freeEntryBalance',
      what: 'The balance of credits for free lottery entries. It is forfeited.',
      columns: columnsOf(amoeLedgers, 'stale', 'seq'),
    },
    onDeletion: 'at once',
  },
  {
    table: amoeCredits,
    isOf: by(amoeCredits.profileId, 'profile'),
    shown: {
      as: 'freeEntryCredits',
      what: 'The history of these credits: why they were granted, and how they were spent.',
      columns: columnsOf(amoeCredits, 'seq'),
    },
    onDeletion: 'at once',
  },
  {
    table: amoeEntries,
    isOf: by(amoeEntries.profileId, 'profile'),
    shown: {
      as: 'freeEntries',
      what: 'Free lottery entries. An attested entry stays valid on the chain until its deadline, and its credits are not returned.',
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
        'Tickets bought on Solana, which are public. The rows prevent a ticket from counting twice. The account’s id in them no longer leads to an account.',
    },
  },
  {
    table: creatorAgents,
    isOf: by(creatorAgents.profileId, 'profile'),
    shown: {
      as: 'creatorAgents',
      what: 'The agent in the messaging network. It is no longer listed.',
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
        'The server wallet that was created for your smart wallet. It may still be an owner of the smart wallet onchain; only you can remove it there.',
    },
  },
  {
    table: reputationUserkeyScores,
    isOf: ({ profile }) => sql`${reputationUserkeyScores.userkey} in (
      select k.userkey from user_reputation_identity_keys k where k.user_id in (${profile}) and not exists (
        select 1 from user_reputation_identity_keys o where o.userkey = k.userkey and o.user_id <> k.user_id))`,
    shown: {
      as: 'reputationScores',
      what: 'Scores of your reputation keys. The reputation provider keeps its own data.',
      columns: columnsOf(reputationUserkeyScores, 'dueAt'),
    },
    onDeletion: 'at once',
  },
  {
    table: userReputationIdentityKeys,
    isOf: by(userReputationIdentityKeys.userId, 'profile'),
    shown: {
      as: 'reputationKeys',
      what: 'Reputation keys: the identities under which the reputation provider knows the account.',
      columns: columnsOf(userReputationIdentityKeys),
    },
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
      what: 'Your profile at the trend provider. The provider keeps its own data.',
      columns: columnsOf(trendProfiles, 'handleKey'),
    },
    onDeletion: 'at once',
  },
  {
    table: trendEntries,
    isOf: by(trendEntries.profileId, 'profile'),
    shown: {
      as: 'trendEntries',
      what: 'Smart wallets that were registered for the chat of trend coins.',
      columns: columnsOf(trendEntries, 'nonce'),
    },
    onDeletion: 'at once',
  },
  {
    table: roomJoins,
    isOf: ({ wallets }) => sql`${roomJoins.jti} in (select jti from room_tokens where wallet in (${wallets}))`,
    shown: { as: 'roomJoins', what: 'Rooms that you joined, with the times.', columns: columnsOf(roomJoins, 'jti') },
    onDeletion: 'at once',
  },
  {
    table: roomTokens,
    isOf: by(roomTokens.wallet, 'wallets'),
    shown: {
      as: 'roomTokens',
      what: 'Room tokens. They no longer work.',
      columns: columnsOf(roomTokens, 'jti'),
    },
    onDeletion: 'at once',
  },
]
