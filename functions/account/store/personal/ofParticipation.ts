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

/** What a person takes part in: the lottery, agents, reputation, trend coins, rooms. */
export const OF_PARTICIPATION: readonly PersonalData[] = [
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
]
