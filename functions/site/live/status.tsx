import { render } from 'preact'
import type { StatusReport, StatusShown } from '../pages/status/StatusReport.ts'
import { StatusView } from '../pages/status/StatusView.tsx'

const STATUS_URL = '/api/v1/status?history=24h'
const EVERY_MS = 30_000

let shown: StatusShown = { readAt: Date.now() }

/** Reads the state and shows it. If this fails, the previous state stays, marked as old. */
async function refresh(element: Element): Promise<void> {
  shown = await read()
  render(<StatusView {...shown} />, element)
}

async function read(): Promise<StatusShown> {
  try {
    const response = await fetch(STATUS_URL, { headers: { accept: 'application/json' } })
    const body: { readonly success: boolean; readonly data?: StatusReport } = await response.json()
    if (response.ok && body.data) return { report: body.data, readAt: Date.now() }
    return { ...shown, failure: response.headers.get('x-error-code') }
  } catch {
    return { ...shown, failure: null }
  }
}

const element = document.querySelector('[data-status]')
if (element) {
  void refresh(element)
  setInterval(() => (document.visibilityState === 'visible' ? void refresh(element) : undefined), EVERY_MS)
}
