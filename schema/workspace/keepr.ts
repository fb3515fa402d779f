import { z } from '@hono/zod-openapi'
import { jsonBody } from '../builder.ts'
import { answers, queryInteger } from '../common.ts'
import { KeeprActionState, KeeprReport, PendingKeeprActions, Zone } from './keeprBodies.ts'
import { operation, SECURITY } from '../operation.ts'
import type { Needs } from '../needs.ts'

const NEEDS: Needs = { KPR_API_KEY: 'keepr_not_configured' }

const TAGS: string[] = ['workspace']

/** What workers of keepers have in common: their keys are checked first, and only refused ones count by IP. */
const WORKER = {
  tags: TAGS,
  'x-limit': 'keeprRefused',
  'x-limit-ip': 'refused',
  'x-answer': 'envelope',
  'x-auth': 'keepr',
  security: SECURITY.keepr,
} as const

/** The queue of keepers: what decisions, commands and joins have enqueued. */
export const keepr = {
  updateKeeprActionStatus: operation({
    ...WORKER,
    operationId: 'updateKeeprActionStatus',
    method: 'post',
    path: '/keepr/actions/updateStatus',
    summary: 'Report on an action: that an attempt begins, or how it ended',
    description:
      'For workers of keepers. `executing` takes an action that is pending or to be retried: of several workers one gets it (`updated`), for 300 seconds, and its `attempt` is the number of its attempt. `executed`, `failed` and `retry` end that attempt and must name it. The fifth attempt that is to be retried fails instead. A report about an action in another state changes nothing (`updated: false`); one about an attempt that the worker does not have any more is 409. The same report sent again gets the same answer.',
    'x-limit-principal': 'keeprReport',
    'x-body': { bound: 16_384, kind: 'object' },
    'x-errors': ['forbidden', 'action_not_found', 'attempt_superseded', 'store_unavailable'],
    'x-needs': NEEDS,
    'x-after': 'recordRuntimeDecision',
    request: { body: jsonBody(KeeprReport) },
    responses: answers('The action after the report', KeeprActionState),
  }),
  listPendingKeeprActions: operation({
    ...WORKER,
    operationId: 'listPendingKeeprActions',
    method: 'get',
    path: '/keepr/actions/pending',
    summary: 'Actions that are due, the oldest first',
    description:
      'For workers of keepers: actions of the trust zones whose keys the request carries that are pending, or whose time to be retried has come. Listing reserves nothing: take one with updateKeeprActionStatus, status executing.',
    'x-limit-principal': 'keeprRead',
    'x-errors': ['forbidden', 'store_unavailable'],
    'x-needs': NEEDS,
    'x-after': 'recordRuntimeDecision',
    request: {
      query: z.object({
        zone: Zone.optional().openapi({
          description: 'Only this zone, which must be one of the keys',
          example: 'market_maintenance',
        }),
        limit: queryInteger({ min: 1, max: 50, example: 10, description: '10 by default' }).optional(),
      }),
    },
    responses: answers('What is due', PendingKeeprActions),
  }),
}
