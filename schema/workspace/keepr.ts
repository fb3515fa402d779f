import * as z from 'zod'
import { jsonBody } from '../builder.ts'
import { answers, limitInQuery } from '../common.ts'
import { KeeprActionState, KeeprReport, PendingKeeprActions, Zone } from './keeprBodies.ts'
import { operation, SECURITY } from '../operation.ts'
import type { Needs } from '../needs.ts'

const NEEDS: Needs = { KPR_API_KEY: 'keepr_not_configured' }

const TAGS: string[] = ['workspace']

/** Common to keeper workers: keys are checked first, and only refused keys count by IP. */
const WORKER = {
  tags: TAGS,
  'x-limit': 'keeprRefused',
  'x-limit-ip': 'refused',
  'x-answer': 'envelope',
  'x-auth': 'keepr',
  security: SECURITY.keepr,
} as const

/** The queue of keepers, filled by decisions, commands, joins and workspaces. */
export const keepr = {
  updateKeeprActionStatus: operation({
    ...WORKER,
    operationId: 'updateKeeprActionStatus',
    method: 'post',
    path: '/keepr/actions/updateStatus',
    summary: 'Claim a keeper action or report its outcome',
    description:
      'For keeper workers. `executing` claims an action with status pending or retry: one worker gets it (`updated: true`) for 300 seconds, with the number of the `attempt`. `executed`, `failed` or `retry` ends that attempt and must send its number. The same report sent again gets the same response.',
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
    summary: 'List due keeper actions, oldest first',
    description:
      'For keeper workers. Returns pending actions, and actions due for retry, in the trust zones of the request’s zone key. Listing reserves nothing: claim an action with updateKeeprActionStatus and status `executing`.',
    'x-limit-principal': 'keeprRead',
    'x-errors': ['forbidden', 'store_unavailable'],
    'x-needs': NEEDS,
    'x-after': 'recordRuntimeDecision',
    request: {
      query: z.object({
        zone: Zone.optional().meta({
          description: 'Only this zone; must be a zone of the request’s key',
          example: 'market_maintenance',
        }),
        limit: limitInQuery({ of: 'Number of actions', max: 50, preset: 10 }),
      }),
    },
    responses: answers('The due actions', PendingKeeprActions),
  }),
}
