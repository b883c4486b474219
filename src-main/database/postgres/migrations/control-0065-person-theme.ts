import type { Migration } from '../../sqlite/migrations.ts'

/** What SQLite's migrations up to this one make, in the words of PostgreSQL (`same-shape.test.ts` compares them). */
export const controlBase: Migration = {
  id: 'control-0065-person-theme',
  sql: `
    CREATE TABLE person (
      id text COLLATE "C" PRIMARY KEY,
      name text COLLATE "C" NOT NULL,
      email text COLLATE "C",
      email_key text COLLATE "C" UNIQUE,
      language text COLLATE "C",
      state text COLLATE "C" NOT NULL CHECK (state IN ('invited', 'active', 'suspended')),
      is_administrator bigint NOT NULL CHECK (is_administrator IN (0, 1)),
      is_local bigint UNIQUE CHECK (is_local = 1),
      created_at text COLLATE "C" NOT NULL,
      last_seen_at text COLLATE "C",
      theme text COLLATE "C" CHECK (theme IN ('auto', 'light', 'dark'))
    );
    CREATE TABLE alert_choice (
      person_id text COLLATE "C" NOT NULL REFERENCES person (id) ON DELETE CASCADE,
      kind text COLLATE "C" NOT NULL,
      wanted bigint NOT NULL CHECK (wanted IN (0, 1)),
      PRIMARY KEY (person_id, kind)
    );
    CREATE TABLE project (
      id text COLLATE "C" PRIMARY KEY,
      name text COLLATE "C" NOT NULL,
      created_at text COLLATE "C" NOT NULL,
      archived_at text COLLATE "C"
    );
    CREATE TABLE alert_mail (
      id text COLLATE "C" PRIMARY KEY,
      person_id text COLLATE "C" NOT NULL REFERENCES person (id) ON DELETE CASCADE,
      topic text COLLATE "C" NOT NULL,
      kind text COLLATE "C" NOT NULL,
      project_id text COLLATE "C" REFERENCES project (id) ON DELETE CASCADE,
      state text COLLATE "C" NOT NULL CHECK (state IN ('queued', 'sending', 'sent', 'empty', 'failed')),
      due_at text COLLATE "C" NOT NULL,
      attempt_count bigint NOT NULL DEFAULT 0,
      lease_owner_id text COLLATE "C",
      lease_until text COLLATE "C",
      error text COLLATE "C",
      created_at text COLLATE "C" NOT NULL,
      finished_at text COLLATE "C"
    );
    CREATE TABLE alert_occasion (
      id text COLLATE "C" PRIMARY KEY,
      kind text COLLATE "C" NOT NULL,
      project_id text COLLATE "C" NOT NULL REFERENCES project (id) ON DELETE CASCADE,
      what text COLLATE "C" NOT NULL CHECK (what IN ('run', 'push', 'webhook', 'expiry', 'asked', 'decided', 'day')),
      reference text COLLATE "C" NOT NULL,
      at text COLLATE "C" NOT NULL,
      UNIQUE (project_id, what, reference)
    );
    CREATE TABLE alert_mail_occasion (
      mail_id text COLLATE "C" NOT NULL REFERENCES alert_mail (id) ON DELETE CASCADE,
      occasion_id text COLLATE "C" NOT NULL REFERENCES alert_occasion (id) ON DELETE CASCADE,
      PRIMARY KEY (mail_id, occasion_id)
    );
    CREATE TABLE api_key (
      id text COLLATE "C" PRIMARY KEY,
      project_id text COLLATE "C" NOT NULL REFERENCES project (id) ON DELETE CASCADE,
      environment text COLLATE "C" NOT NULL CHECK (environment IN ('sandbox', 'production')),
      name text COLLATE "C" NOT NULL,
      prefix text COLLATE "C" NOT NULL,
      hash bytea NOT NULL UNIQUE,
      created_at text COLLATE "C" NOT NULL,
      last_used_at text COLLATE "C",
      expires_at text COLLATE "C",
      revoked_at text COLLATE "C",
      lifetime_ms bigint
    );
    CREATE TABLE app_code (
      code_hash bytea PRIMARY KEY,
      person_id text COLLATE "C" NOT NULL REFERENCES person (id) ON DELETE CASCADE,
      app text COLLATE "C" NOT NULL CHECK (app IN ('desktop', 'command-line')),
      device text COLLATE "C" NOT NULL,
      redirect_uri text COLLATE "C" NOT NULL,
      challenge text COLLATE "C" NOT NULL,
      expires_at text COLLATE "C" NOT NULL,
      used_at text COLLATE "C",
      session_id text COLLATE "C"
    );
    CREATE TABLE approval (
      id text COLLATE "C" PRIMARY KEY,
      project_id text COLLATE "C" REFERENCES project (id) ON DELETE CASCADE,
      subject text COLLATE "C" NOT NULL,
      call text COLLATE "C" NOT NULL,
      input text COLLATE "C",
      change text COLLATE "C" NOT NULL,
      digest text COLLATE "C" NOT NULL,
      reason text COLLATE "C" NOT NULL,
      channel text COLLATE "C" NOT NULL,
      state text COLLATE "C" NOT NULL CHECK ( state IN ('waiting', 'deciding', 'approved', 'declined', 'withdrawn', 'expired', 'void') ),
      asker_id text COLLATE "C" NOT NULL REFERENCES person (id),
      asked_at text COLLATE "C" NOT NULL,
      expires_at text COLLATE "C" NOT NULL,
      decider_id text COLLATE "C" REFERENCES person (id),
      decided_at text COLLATE "C",
      answer text COLLATE "C",
      job_id text COLLATE "C",
      result text COLLATE "C"
    );
    CREATE TABLE approval_rule (
      project_id text COLLATE "C" PRIMARY KEY REFERENCES project (id) ON DELETE CASCADE,
      enabled bigint NOT NULL CHECK (enabled IN (0, 1)),
      bulk_over bigint NOT NULL
    );
    CREATE TABLE audit_entry (
      seq bigint PRIMARY KEY,
      time text COLLATE "C" NOT NULL,
      actor_type text COLLATE "C" NOT NULL,
      actor_id text COLLATE "C",
      actor_name text COLLATE "C" NOT NULL,
      channel text COLLATE "C" NOT NULL,
      action text COLLATE "C" NOT NULL,
      target_type text COLLATE "C" NOT NULL,
      target_id text COLLATE "C",
      project_id text COLLATE "C",
      reason text COLLATE "C",
      before text COLLATE "C",
      after text COLLATE "C",
      hash bytea NOT NULL
    );
    CREATE TABLE audit_head (
      id bigint PRIMARY KEY CHECK (id = 1),
      count bigint NOT NULL,
      hash bytea NOT NULL,
      seal bytea NOT NULL
    );
    CREATE TABLE audit_personal (
      seq bigint NOT NULL REFERENCES audit_entry (seq),
      place text COLLATE "C" NOT NULL,
      salt bytea NOT NULL,
      value text COLLATE "C" NOT NULL,
      PRIMARY KEY (seq, place)
    );
    CREATE TABLE column_memory (
      project_id text COLLATE "C" NOT NULL REFERENCES project (id) ON DELETE CASCADE,
      headers text COLLATE "C" NOT NULL,
      columns text COLLATE "C" NOT NULL,
      used_at text COLLATE "C" NOT NULL,
      PRIMARY KEY (project_id, headers)
    );
    CREATE TABLE device_guess (
      person_id text COLLATE "C" PRIMARY KEY REFERENCES person (id) ON DELETE CASCADE,
      wrong bigint NOT NULL,
      since text COLLATE "C" NOT NULL
    );
    CREATE TABLE device_request (
      device_code_hash bytea PRIMARY KEY,
      user_code_hash bytea NOT NULL UNIQUE,
      app text COLLATE "C" NOT NULL CHECK (app IN ('desktop', 'command-line')),
      device text COLLATE "C" NOT NULL,
      address text COLLATE "C" NOT NULL,
      expires_at text COLLATE "C" NOT NULL,
      interval_seconds bigint NOT NULL,
      polled_at text COLLATE "C",
      state text COLLATE "C" NOT NULL CHECK (state IN ('waiting', 'approved', 'denied')),
      person_id text COLLATE "C" REFERENCES person (id) ON DELETE CASCADE
    );
    CREATE TABLE identity (
      issuer text COLLATE "C" NOT NULL,
      subject text COLLATE "C" NOT NULL,
      person_id text COLLATE "C" NOT NULL REFERENCES person (id) ON DELETE CASCADE,
      linked_at text COLLATE "C" NOT NULL,
      PRIMARY KEY (issuer, subject)
    );
    CREATE TABLE identity_grant (
      id text COLLATE "C" PRIMARY KEY,
      person_id text COLLATE "C" NOT NULL REFERENCES person (id) ON DELETE CASCADE,
      issuer text COLLATE "C" NOT NULL,
      subject text COLLATE "C" NOT NULL,
      refresh_token text COLLATE "C",
      renew_by text COLLATE "C" NOT NULL,
      lease_until text COLLATE "C"
    );
    CREATE TABLE invitation (
      token_hash bytea PRIMARY KEY,
      person_id text COLLATE "C" NOT NULL REFERENCES person (id) ON DELETE CASCADE,
      created_at text COLLATE "C" NOT NULL,
      expires_at text COLLATE "C" NOT NULL,
      redeemed_at text COLLATE "C"
    );
    CREATE TABLE known_device (
      device_hash bytea NOT NULL,
      person_id text COLLATE "C" NOT NULL REFERENCES person (id) ON DELETE CASCADE,
      last_used_at text COLLATE "C" NOT NULL,
      PRIMARY KEY (device_hash, person_id)
    );
    CREATE TABLE login_token (
      token_hash bytea PRIMARY KEY,
      person_id text COLLATE "C" NOT NULL REFERENCES person (id) ON DELETE CASCADE,
      expires_at text COLLATE "C" NOT NULL,
      device_hash bytea,
      grant_id text COLLATE "C" REFERENCES identity_grant (id) ON DELETE CASCADE
    );
    CREATE TABLE mail_server (
      id bigint PRIMARY KEY CHECK (id = 1),
      host text COLLATE "C" NOT NULL,
      port bigint NOT NULL,
      security text COLLATE "C" NOT NULL CHECK (security IN ('starttls', 'tls', 'none')),
      user_name text COLLATE "C",
      password text COLLATE "C",
      from_address text COLLATE "C" NOT NULL,
      from_name text COLLATE "C" NOT NULL,
      since text COLLATE "C" NOT NULL,
      searched_until text COLLATE "C" NOT NULL,
      paused_until text COLLATE "C",
      failures bigint NOT NULL DEFAULT 0,
      last_sent_at text COLLATE "C",
      problem text COLLATE "C",
      problem_at text COLLATE "C"
    );
    CREATE TABLE membership (
      person_id text COLLATE "C" NOT NULL REFERENCES person (id) ON DELETE CASCADE,
      project_id text COLLATE "C" NOT NULL REFERENCES project (id) ON DELETE CASCADE,
      role text COLLATE "C" NOT NULL CHECK (role IN ('viewer', 'clerk', 'manager')),
      PRIMARY KEY (person_id, project_id)
    );
    CREATE TABLE page_session (
      id text COLLATE "C" PRIMARY KEY,
      cookie_hash bytea NOT NULL UNIQUE,
      proof_hash bytea NOT NULL,
      created_at text COLLATE "C" NOT NULL,
      last_used_at text COLLATE "C" NOT NULL,
      person_id text COLLATE "C" REFERENCES person (id) ON DELETE CASCADE,
      device text COLLATE "C",
      grant_id text COLLATE "C" REFERENCES identity_grant (id) ON DELETE CASCADE,
      app text COLLATE "C" CHECK (app IN ('desktop', 'command-line'))
    );
    CREATE TABLE passkey (
      id text COLLATE "C" PRIMARY KEY,
      person_id text COLLATE "C" NOT NULL REFERENCES person (id) ON DELETE CASCADE,
      name text COLLATE "C" NOT NULL,
      public_key bytea NOT NULL,
      counter bigint NOT NULL,
      transports text COLLATE "C" NOT NULL,
      host text COLLATE "C" NOT NULL,
      created_at text COLLATE "C" NOT NULL,
      last_used_at text COLLATE "C"
    );
    CREATE TABLE password (
      person_id text COLLATE "C" PRIMARY KEY REFERENCES person (id) ON DELETE CASCADE,
      hash text COLLATE "C" NOT NULL,
      set_at text COLLATE "C" NOT NULL
    );
    CREATE TABLE recovery_code (
      hash bytea PRIMARY KEY,
      person_id text COLLATE "C" NOT NULL REFERENCES person (id) ON DELETE CASCADE
    );
    CREATE TABLE request_log (
      seq bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
      id text COLLATE "C" NOT NULL,
      time text COLLATE "C" NOT NULL,
      method text COLLATE "C" NOT NULL,
      path text COLLATE "C" NOT NULL,
      status bigint NOT NULL,
      duration_ms double precision NOT NULL,
      key_id text COLLATE "C",
      key_name text COLLATE "C",
      project_id text COLLATE "C",
      environment text COLLATE "C",
      ignored text COLLATE "C"
    );
    CREATE TABLE saved_view (
      id text COLLATE "C" PRIMARY KEY,
      project_id text COLLATE "C" NOT NULL REFERENCES project (id) ON DELETE CASCADE,
      environment text COLLATE "C" NOT NULL CHECK (environment IN ('sandbox', 'production')),
      name text COLLATE "C" NOT NULL,
      query text COLLATE "C" NOT NULL,
      columns text COLLATE "C" NOT NULL,
      UNIQUE (project_id, environment, name)
    );
    CREATE TABLE setting (
      name text COLLATE "C" PRIMARY KEY,
      value text COLLATE "C" NOT NULL
    );
    CREATE TABLE sign_in_count (
      name bytea PRIMARY KEY,
      count bigint NOT NULL,
      held_until text COLLATE "C",
      counted_at text COLLATE "C" NOT NULL
    );
    CREATE TABLE sign_in_state (
      hash bytea PRIMARY KEY,
      kind text COLLATE "C" NOT NULL,
      person_id text COLLATE "C" REFERENCES person (id) ON DELETE CASCADE,
      device_hash bytea NOT NULL,
      payload text COLLATE "C" NOT NULL,
      expires_at text COLLATE "C" NOT NULL
    );
    CREATE TABLE totp (
      person_id text COLLATE "C" PRIMARY KEY REFERENCES person (id) ON DELETE CASCADE,
      secret text COLLATE "C" NOT NULL,
      created_at text COLLATE "C" NOT NULL,
      confirmed_at text COLLATE "C",
      last_step bigint
    );
    CREATE INDEX alert_mail_by_age ON alert_mail (created_at);
    CREATE INDEX alert_mail_by_due ON alert_mail (state, due_at);
    CREATE INDEX alert_mail_by_topic ON alert_mail (person_id, topic, created_at);
    CREATE INDEX alert_mail_occasion_by_occasion ON alert_mail_occasion (occasion_id);
    CREATE INDEX alert_occasion_by_age ON alert_occasion (at);
    CREATE INDEX api_key_by_project ON api_key (project_id, created_at);
    CREATE INDEX app_code_by_person ON app_code (person_id);
    CREATE INDEX approval_by_job ON approval (job_id) WHERE job_id IS NOT NULL;
    CREATE INDEX approval_by_project ON approval (project_id, asked_at);
    CREATE INDEX approval_by_state ON approval (state, expires_at);
    CREATE INDEX audit_entry_by_project ON audit_entry (project_id, seq);
    CREATE INDEX audit_entry_by_target ON audit_entry (target_id, seq);
    CREATE INDEX audit_entry_of_witness ON audit_entry (seq) WHERE action = 'audit.witness';
    CREATE INDEX device_request_by_address ON device_request (address);
    CREATE INDEX device_request_by_person ON device_request (person_id);
    CREATE UNIQUE INDEX identity_by_person ON identity (person_id, issuer);
    CREATE INDEX identity_grant_by_end ON identity_grant (renew_by);
    CREATE INDEX identity_grant_by_person ON identity_grant (person_id);
    CREATE INDEX invitation_by_person ON invitation (person_id);
    CREATE INDEX known_device_by_person ON known_device (person_id);
    CREATE INDEX login_token_by_grant ON login_token (grant_id);
    CREATE INDEX login_token_by_person ON login_token (person_id);
    CREATE INDEX membership_by_project ON membership (project_id);
    CREATE INDEX page_session_by_grant ON page_session (grant_id);
    CREATE INDEX page_session_by_person ON page_session (person_id);
    CREATE INDEX passkey_by_person ON passkey (person_id);
    CREATE INDEX recovery_code_by_person ON recovery_code (person_id);
    CREATE INDEX sign_in_count_by_time ON sign_in_count (counted_at);
    CREATE INDEX sign_in_state_by_end ON sign_in_state (expires_at);
    CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'the audit log is append-only'; END $$;
    CREATE TRIGGER audit_entry_is_append_only BEFORE UPDATE OR DELETE ON audit_entry
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
    -- One row for each transaction that wrote: whether it took place, and what it has to tell other instances.
    CREATE TABLE commit_record (
      id uuid PRIMARY KEY,
      instance_id uuid NOT NULL,
      xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
      at timestamptz NOT NULL DEFAULT now(),
      notes text
    );
    CREATE INDEX commit_record_by_xid ON commit_record (xid) WHERE notes IS NOT NULL;
    CREATE INDEX commit_record_by_age ON commit_record (at);
  `,
}
