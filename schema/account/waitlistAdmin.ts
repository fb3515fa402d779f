import { answers } from '../common.ts'
import * as z from 'zod'
import { WaitlistEntries, WaitlistEntryId } from './adminAnswers.ts'
import { always, id, note, pageOf, READ, WAITLIST_WRITE } from './adminParts.ts'
import { jsonBody } from '../builder.ts'
import { operation } from '../operation.ts'
import { adminNeeds } from '../needs.ts'

const EntryDecision = z.object({ id: id('`id` from listWaitlistEntries'), note: note(500) })

const waitlistAnswer = <S extends 'approved' | 'denied'>(status: S) =>
  z.object({
    id: WaitlistEntryId,
    status: z.literal(status).meta({ description: 'New status of the entry', type: 'string', enum: [status] }),
  })

/** Decisions of administrators about the waitlist. The admin log records every change. */
export const waitlistAdmin = {
  listWaitlistEntries: operation({
    ...READ,
    operationId: 'listWaitlistEntries',
    path: '/admin/waitlist/entries',
    summary: 'List waitlist entries',
    description:
      'For administrators. Lists waitlist entries, newest first, in pages, with the e-mail address and the canonical wallet of each account. Decide with approveWaitlistEntry, denyWaitlistEntry or deleteWaitlistEntry.',
    'x-needs': {},
    request: { query: z.object(pageOf('WyJ3YWl0bGlzdCBwZW5kaW5nIiwxMl0')) },
    responses: answers('A page of entries', WaitlistEntries),
  }),
  approveWaitlistEntry: operation({
    ...WAITLIST_WRITE,
    operationId: 'approveWaitlistEntry',
    'x-idempotency': 'database',
    path: '/admin/waitlist/approve',
    summary: 'Approve a waitlist entry',
    description:
      'For administrators. Lets the account of the entry into the application. A denied entry can be approved; the admin log records the previous status. An approved entry stays unchanged, and nothing is logged.',
    'x-errors': ['waitlist_entry_not_found', 'session_not_configured'],
    'x-needs': adminNeeds,
    request: { body: jsonBody(EntryDecision.meta({ id: 'ApproveWaitlistEntryRequest' })) },
    responses: answers('The entry is approved', waitlistAnswer('approved')),
  }),
  denyWaitlistEntry: operation({
    ...WAITLIST_WRITE,
    operationId: 'denyWaitlistEntry',
    'x-idempotency': 'database',
    path: '/admin/waitlist/deny',
    summary: 'Deny a waitlist entry',
    description:
      'For administrators. Keeps the account of the entry out of the application. An approved entry can be denied; the admin log records the previous status. A denied entry stays unchanged, and nothing is logged.',
    'x-errors': ['waitlist_entry_not_found', 'session_not_configured'],
    'x-needs': adminNeeds,
    request: { body: jsonBody(EntryDecision.meta({ id: 'DenyWaitlistEntryRequest' })) },
    responses: answers('The entry is denied', waitlistAnswer('denied')),
  }),
  deleteWaitlistEntry: operation({
    ...WAITLIST_WRITE,
    operationId: 'deleteWaitlistEntry',
    'x-idempotency': 'database',
    path: '/admin/waitlist/delete',
    summary: 'Delete a waitlist entry',
    description:
      'For administrators. Deletes the entry, the account’s points, and the invitations that it sent or accepted. The account stays and can join again. The admin log records a keyed hash of the e-mail address. Repeating it for a deleted entry returns the same answer.',
    'x-errors': ['waitlist_entry_not_found', 'session_not_configured'],
    'x-needs': adminNeeds,
    request: { body: jsonBody(EntryDecision.meta({ id: 'DeleteWaitlistEntryRequest' })) },
    responses: answers(
      'The entry is deleted',
      z.object({ id: WaitlistEntryId, deleted: always('the entry is deleted') }),
    ),
  }),
}
