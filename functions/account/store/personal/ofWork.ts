import { sql } from 'drizzle-orm'
import { storedArtifacts } from '../../../../drizzle/artifacts.ts'
import { chatTelemetry } from '../../../../drizzle/chat.ts'
import { chatappLinkTelemetry } from '../../../../drizzle/chatapp.ts'
import { deploySessions, deployTransactions } from '../../../../drizzle/deploy.ts'
import { imageAssets, imageJobs, imageProjects } from '../../../../drizzle/images.ts'
import { keeprJoinRequests } from '../../../../drizzle/keepr.ts'
import { agentMessages } from '../../../../drizzle/messages.ts'
import { actions } from '../../../../drizzle/runtime.ts'
import { workspaceNotificationPreferences } from '../../../../drizzle/workspace.ts'
import { columnsOf } from '../../../../shared/store/columnsOf.ts'
import { by, type PersonalData } from './PersonalData.ts'

/** Data that a person created, requested or reported. */
export const OF_WORK: readonly PersonalData[] = [
  {
    table: imageJobs,
    isOf: by(imageJobs.ownerAddress, 'wallets'),
    shown: {
      as: 'imageJobs',
      what: 'Requests to image generators. The generators may keep their own records.',
      columns: columnsOf(imageJobs, 'leaseUntil', 'dueAt'),
    },
    onDeletion: 'at once',
  },
  {
    table: imageAssets,
    isOf: by(imageAssets.ownerAddress, 'wallets'),
    shown: {
      as: 'images',
      what: 'Images of your projects. They are no longer shown; their files are deleted within two hours.',
      columns: columnsOf(imageAssets, 'objectId'),
    },
    onDeletion: 'at once',
  },
  {
    table: imageProjects,
    isOf: by(imageProjects.ownerAddress, 'wallets'),
    shown: { as: 'imageProjects', what: 'Artwork projects.', columns: columnsOf(imageProjects) },
    onDeletion: 'at once',
  },
  {
    table: actions,
    isOf: ({ wallets }) =>
      sql`${actions.id} in (select action_id from keepr_join_requests where wallet_address in (${wallets}))`,
    shown: {
      as: 'groupActions',
      what: 'Actions of keepers that add a wallet to groups. A wallet that is already in a group stays there.',
      columns: columnsOf(actions, 'leaseOwner', 'lastChange', 'dedupeKey'),
    },
    onDeletion: 'at once',
  },
  {
    table: keeprJoinRequests,
    isOf: by(keeprJoinRequests.walletAddress, 'wallets'),
    shown: {
      as: 'groupRequests',
      what: 'Requests of a wallet to join groups of the messaging network.',
      columns: columnsOf(keeprJoinRequests, 'actionId'),
    },
    onDeletion: 'at once',
  },
  {
    table: deployTransactions,
    isOf: by(deployTransactions.owner, 'wallets'),
    shown: {
      as: 'deployTransactions',
      what: 'Transactions that were reported for vault deployments. The chain keeps them.',
      columns: columnsOf(deployTransactions),
    },
    onDeletion: 'at once',
  },
  {
    table: deploySessions,
    isOf: by(deploySessions.owner, 'wallets'),
    shown: { as: 'deploySessions', what: 'Plans of vault deployments.', columns: columnsOf(deploySessions) },
    onDeletion: 'at once',
  },
  {
    table: storedArtifacts,
    isOf: by(storedArtifacts.createdBy, 'wallets'),
    shown: { as: 'storedDocuments', columns: columnsOf(storedArtifacts) },
    onDeletion: {
      staysBecause:
        'Documents that you stored permanently, with the address that stored them. Contracts refer to them by hash, and their storage cannot delete.',
    },
  },
  {
    table: workspaceNotificationPreferences,
    isOf: by(workspaceNotificationPreferences.principalAddress, 'wallets'),
    shown: {
      as: 'workspaceNotifications',
      what: 'Your notification settings for vaults that you work on.',
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
      what: 'Messages to agents that are not answered yet, and records of answered messages. The messaging network keeps its own data.',
      columns: columnsOf(agentMessages, 'position', 'attempts', 'dueAt'),
    },
    onDeletion: 'later',
  },
  {
    table: chatTelemetry,
    isOf: by(chatTelemetry.principal, 'wallets'),
    shown: {
      as: 'chatTelemetry',
      what: 'Events that the chat command centre reported under one of your wallets.',
      columns: columnsOf(chatTelemetry),
    },
    onDeletion: 'later',
  },
  {
    table: chatappLinkTelemetry,
    isOf: by(chatappLinkTelemetry.chatappUserId, 'chatappUsers'),
    shown: {
      as: 'chatappLinkTelemetry',
      what: 'Events of linking the chat app.',
      columns: columnsOf(chatappLinkTelemetry),
    },
    onDeletion: 'later',
  },
]
