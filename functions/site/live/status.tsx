import { render } from 'preact'
import type { StatusReport, StatusShown } from '../pages/status/StatusReport.ts'
import { StatusView } from '../pages/status/StatusView.tsx'

const STATUS_URL = '/api/v1/status?history=24h'
const EVERY_MS = 30_000

let shown: StatusShown = { readAt: Date.now() }

/** Reads the state and shows it. What was read before stays, marked as old, if this fails. */
async function refresh(place: Element): Promise<void> {
  shown = await read()
  render(<StatusView {...shown} />, place)
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

const place = document.querySelector('[data-status]')
if (place) {
  void refresh(place)
  setInterval(() => (document.visibilityState === 'visible' ? void refresh(place) : undefined), EVERY_MS)
}
