/** What one instance keeps in memory or in a folder, and several must share. */
export interface SharedTables {
  /** How much of a key's limit the instances have taken for the window that ends then, in milliseconds. */
  rate_window: { key_id: string; ends_at: number; granted: number }
  transit_file: {
    id: string
    owner_id: string
    kind: 'upload' | 'download'
    name: string
    size_bytes: number
    done_bytes: number
    used_at: string
  }
  transit_piece: { file_id: string; offset_bytes: number; content: Uint8Array }
}
