import { type ComponentChild, render } from 'preact'
import { AuctionsPanel } from './front/AuctionsPanel.tsx'
import { GaugePanel } from './front/GaugePanel.tsx'
import { Head } from './front/Head.tsx'
import { LotteryPanel } from './front/LotteryPanel.tsx'
import { VaultsPanel } from './front/VaultsPanel.tsx'

/** Panels by the `data-live` of their element. */
const PANELS: Readonly<Record<string, () => ComponentChild>> = {
  head: () => <Head />,
  vaults: () => <VaultsPanel />,
  auctions: () => <AuctionsPanel />,
  lottery: () => <LotteryPanel />,
  gauge: () => <GaugePanel />,
}

for (const element of document.querySelectorAll<HTMLElement>('[data-live]')) {
  const panel = PANELS[element.dataset['live'] ?? '']
  if (!panel) continue
  element.replaceChildren()
  render(panel(), element)
  element.removeAttribute('aria-busy')
}
