/** How long a webhook's receiver may take. */
export interface SendLimits {
  /** 5 s to connect, 30 s in all (decisions, section 5, *Delivery*). */
  connectMs: number
  totalMs: number
  /** Who takes longer to answer, if well, is slow: the places that are kept for others are not for it. */
  slowMs: number
}

export const SEND_LIMITS: SendLimits = { connectMs: 5_000, totalMs: 30_000, slowMs: 5_000 }
