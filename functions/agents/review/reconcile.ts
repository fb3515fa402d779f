import { isOutage } from '../../../shared/errors/ApiError.ts'
import { log } from '../../../shared/log/log.ts'
import type { PaymentReader } from './payment/createPaymentReader.ts'
import type { PaymentRows } from './PaymentRows.ts'

/**
 * Brings the rows whose outcome is not final into agreement with the chain. It has nothing settled: nobody may be there
 * any more to hear the answer. Returns how many there were to look at.
 */
export async function reconcile(rows: PaymentRows, payments: PaymentReader): Promise<number> {
  const due = rows.due()
  for (const row of due) {
    try {
      const seen = await payments.read(row.payment, row.sinceBlock, row.paid?.transaction)
      if (seen.state !== 'paid') {
        if (row.paid) rows.reopen(row)
        if (seen.isFinal) rows.drop(row)
      } else if (seen.isFinal || row.paid?.transaction !== seen.transaction) rows.settle(row, seen)
    } catch (error) {
      if (!isOutage(error)) throw error
      log('warn', 'payment_not_reconciled', { code: error.code })
    }
  }
  return due.length
}
