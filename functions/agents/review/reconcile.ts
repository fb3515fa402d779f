import { isOutage } from '../../../shared/errors/ApiError.ts'
import { log } from '../../../shared/log/log.ts'
import type { PaymentReader } from './payment/createPaymentReader.ts'
import type { PaymentRows } from './PaymentRows.ts'

/**
 * Updates the rows whose outcome is not final from the chain. It never triggers settlement, because no caller waits for the
 * answer. Returns the number of rows that it read.
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
