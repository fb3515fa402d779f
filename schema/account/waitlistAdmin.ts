import { answers } from '../common.ts'
import { z } from '@hono/zod-openapi'
import { WaitlistEntries, WaitlistEntryId } from './adminAnswers.ts'
import { always, id, note, pageOf, READ, WAITLIST_WRITE } from './adminParts.ts'
import { jsonBody } from '../builder.ts'
import { operation } from '../operation.ts'
import { adminNeeds } from '../needs.ts'

const EntryDecision = z.object({ id: id('The `id` of the entry, from listWaitlistEntries'), note: note(500) })

const waitlistAnswer = <S extends 'approved' | 'denied'>(status: S) =>
  z.object({
    id: WaitlistEntryId,
    status: z.literal(status).openapi({ description: 'What the entry is now', type: 'string', enum: [status] }),
  })

/** What administrators decide about the waitlist. Every change is in the admin log. */
export const waitlistAdmin = {
  listWaitlistEntries: operation({
    ...READ,
    operationId: 'listWaitlistEntries',
    path: '/admin/waitlist/entries',
    summary: 'Who is on the waitlist, with the ids to decide by',
    description:
      'For an administrator: the entries of the waitlist, the newest first, in pages, with the e-mail address and the canonical wallet of each account. Decide with approveWaitlistEntry, denyWaitlistEntry and deleteWaitlistEntry.',
    'x-needs': {},
    request: { query: z.object(pageOf('WyJ3YWl0bGlzdCBwZW5kaW5nIiwxMl0')) },
    responses: answers('A page of entries', WaitlistEntries),
  }),
  approveWaitlistEntry: operation({
    ...WAITLIST_WRITE,
    operationId: 'approveWaitlistEntry',
    'x-idempotency': 'database',
    path: '/admin/waitlist/approve',
    summary: 'Let the account of a waitlist entry into the application',
    description:
      'For an administrator. A denied entry can be approved too; the log keeps what it was before. One that is approved already stays as it is, and nothing is logged.',
    'x-errors': ['waitlist_entry_not_found', 'session_not_configured'],
    'x-needs': adminNeeds,
    request: { body: jsonBody(EntryDecision.openapi('ApproveWaitlistEntryRequest')) },
    responses: answers('The entry is approved', waitlistAnswer('approved')),
  }),
  denyWaitlistEntry: operation({
    ...WAITLIST_WRITE,
    operationId: 'denyWaitlistEntry',
    'x-idempotency': 'database',
    path: '/admin/waitlist/deny',
    summary: 'Keep the account of a waitlist entry out of the application',
    description:
      'For an administrator. An approved entry can be denied too; the log keeps what it was before. One that is denied already stays as it is, and nothing is logged.',
    'x-errors': ['waitlist_entry_not_found', 'session_not_configured'],
    'x-needs': adminNeeds,
    request: { body: jsonBody(EntryDecision.openapi('DenyWaitlistEntryRequest')) },
    responses: answers('The entry is denied', waitlistAnswer('denied')),
  }),
  deleteWaitlistEntry: operation({
    ...WAITLIST_WRITE,
    operationId: 'deleteWaitlistEntry',
    'x-idempotency': 'database',
    path: '/admin/waitlist/delete',
    summary: 'Take an account off the waitlist',
    description:
      'For an administrator: removes the entry in any state, with the points of its account and the invitations that it sent or followed. The account itself stays, and may enter the list again. The log keeps a keyed hash of the e-mail address. An entry that was deleted before answers the same.',
    'x-errors': ['waitlist_entry_not_found', 'session_not_configured'],
    'x-needs': adminNeeds,
    request: { body: jsonBody(EntryDecision.openapi('DeleteWaitlistEntryRequest')) },
    responses: answers('The entry is gone', z.object({ id: WaitlistEntryId, deleted: always('the entry is gone') })),
  }),
}
