import Durable

/// Dates are seconds since the start of 2001 in UTC, as in `Date`: every other
/// representation would round some of them. The SQL expression is
/// `datetime(time + 978307200, 'unixepoch')`.
extension FormerTables {
  /// The tables of quakes before the log, in which deleted ones had a table of their own.
  static let quakes = FormerTables(
    steps: [
      (
        "1: quakes",
        """
        CREATE TABLE quake (
          quakeId TEXT NOT NULL PRIMARY KEY,
          magnitude REAL,
          time REAL NOT NULL,
          updatedTime REAL NOT NULL,
          name TEXT NOT NULL,
          longitude REAL NOT NULL,
          latitude REAL NOT NULL,
          depth REAL,
          magnitudeType TEXT,
          type TEXT NOT NULL,
          status TEXT NOT NULL
            CHECK (status = 'automatic' OR status = 'reviewed' OR status = 'deleted'),
          alert TEXT CHECK (
            alert = 'green' OR alert = 'yellow' OR alert = 'orange' OR alert = 'red'),
          tsunami INTEGER NOT NULL CHECK (tsunami IN (0, 1)),
          felt INTEGER,
          reportedIntensity REAL,
          estimatedIntensity REAL,
          significance INTEGER NOT NULL,
          network TEXT NOT NULL,
          otherIds TEXT,
          url TEXT,
          missingSince REAL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE deletedQuake (
          quakeId TEXT NOT NULL PRIMARY KEY
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE refresh (
          refreshId INTEGER NOT NULL PRIMARY KEY CHECK (refreshId = 1),
          range TEXT NOT NULL CHECK (range IN ('allHour', 'allDay', 'allWeek', 'allMonth')),
          generated REAL NOT NULL,
          new INTEGER NOT NULL,
          changed INTEGER NOT NULL,
          renamed INTEGER NOT NULL,
          withdrawn INTEGER NOT NULL,
          skipped INTEGER NOT NULL,
          unchanged INTEGER NOT NULL
        ) STRICT;
        """
      ),
      (
        "2: deleted quakes can be restored",
        "CREATE TABLE keptQuake AS SELECT *, 0.0 AS deleted FROM quake WHERE 0"
      ),
      (
        "3: former ids",
        """
        ALTER TABLE quake ADD COLUMN formerIds TEXT;
        ALTER TABLE keptQuake ADD COLUMN formerIds TEXT;
        """
      ),
      (
        "4: known time",
        """
        CREATE TABLE knownTime (
          since REAL NOT NULL,
          until REAL NOT NULL CHECK (until > since),
          deleted REAL
        ) STRICT;
        """
      ),
      ("5: id of the feeds", "CREATE TABLE feedId (id TEXT NOT NULL) STRICT"),
      (
        "6: reports of events",
        """
        CREATE TABLE report (
          quakeId TEXT NOT NULL PRIMARY KEY,
          fetched REAL NOT NULL,
          content TEXT NOT NULL
        ) STRICT;
        CREATE INDEX reportByTime ON report (fetched);
        """
      ),
    ],
    // The table of the quakes, which may be a million, remains.
    preparation: """
      ALTER TABLE quake RENAME COLUMN quakeId TO quake_id;
      ALTER TABLE quake RENAME COLUMN updatedTime TO updated_time;
      ALTER TABLE quake RENAME COLUMN magnitudeType TO magnitude_type;
      ALTER TABLE quake RENAME COLUMN reportedIntensity TO reported_intensity;
      ALTER TABLE quake RENAME COLUMN estimatedIntensity TO estimated_intensity;
      ALTER TABLE quake RENAME COLUMN otherIds TO other_ids;
      ALTER TABLE quake RENAME COLUMN missingSince TO missing_since;
      ALTER TABLE quake RENAME COLUMN formerIds TO former_ids;
      ALTER TABLE refresh RENAME TO former_refresh;
      DROP INDEX reportByTime;
      ALTER TABLE report RENAME COLUMN quakeId TO quake_id
      """,
    conversion: """
      INSERT OR IGNORE INTO quake (\(quakeColumns))
      SELECT
        quakeId, magnitude, time, updatedTime, name, longitude, latitude, depth, magnitudeType,
        type, status, alert, tsunami, felt, reportedIntensity, estimatedIntensity, significance,
        network, otherIds, url, missingSince, formerIds,
        deleted
      FROM keptQuake;
      UPDATE quake SET
        other_ids = CASE WHEN other_ids <> ''
          THEN '[' || replace(json_quote(other_ids), ',', '","') || ']' END,
        former_ids = CASE WHEN former_ids <> ''
          THEN '[' || replace(json_quote(former_ids), ',', '","') || ']' END
      WHERE other_ids IS NOT NULL OR former_ids IS NOT NULL;
      INSERT INTO deleted_id (quake_id) SELECT quakeId FROM deletedQuake;
      INSERT INTO refresh (key, summary)
      SELECT 'refresh', json_object(
        'range', range, 'generated', json(printf('%!.17g', generated)), 'counts', json_object(
          'new', new, 'changed', changed, 'renamed', renamed, 'withdrawn', withdrawn,
          'skipped', skipped, 'unchanged', unchanged))
      FROM former_refresh;
      INSERT INTO known_time (key, since, until, deleted)
      SELECT rowid, since, until, deleted FROM knownTime;
      INSERT INTO feed_id (key, id) SELECT 'feed', id FROM feedId;
      DROP TABLE keptQuake;
      DROP TABLE deletedQuake;
      DROP TABLE former_refresh;
      DROP TABLE knownTime;
      DROP TABLE feedId
      """,
    shared: [
      Migrations.Step(
        """
        CREATE TABLE quake (
          quake_id text COLLATE "C" PRIMARY KEY,
          magnitude float8,
          time float8 NOT NULL,
          updated_time float8 NOT NULL,
          name text NOT NULL,
          longitude float8 NOT NULL,
          latitude float8 NOT NULL,
          depth float8,
          magnitude_type text,
          type text NOT NULL,
          status text NOT NULL CHECK (status IN ('automatic', 'reviewed', 'deleted')),
          alert text CHECK (alert IN ('green', 'yellow', 'orange', 'red')),
          tsunami boolean NOT NULL,
          felt bigint,
          reported_intensity float8,
          estimated_intensity float8,
          significance bigint NOT NULL,
          network text NOT NULL,
          other_ids text[],
          url text,
          missing_since float8);
        CREATE TABLE deleted_quake (quake_id text COLLATE "C" PRIMARY KEY);
        CREATE TABLE refresh (
          refresh_id bigint PRIMARY KEY CHECK (refresh_id = 1),
          summary json NOT NULL);
        """),
      // The deleted quakes that can be restored.
      Migrations.Step(
        "CREATE TABLE kept_quake (LIKE quake, deleted float8 NOT NULL, PRIMARY KEY (quake_id))"),
      // The IDs that an event had.
      Migrations.Step(
        """
        ALTER TABLE quake ADD COLUMN former_ids text[];
        ALTER TABLE kept_quake ADD COLUMN former_ids text[];
        """),
      // The random id from which the ids of Atom feeds are derived.
      Migrations.Step(
        """
        CREATE TABLE feed_id (id uuid NOT NULL);
        INSERT INTO feed_id VALUES (gen_random_uuid());
        """),
      // The time that the loaded feeds cover. An instance of an earlier version
      // leaves it as it is, so that less is known than is stored.
      Migrations.Step(
        """
        CREATE TABLE known_time (
          since float8 NOT NULL,
          until float8 NOT NULL CHECK (until > since),
          deleted float8);
        """),
      // What is published about single events.
      Migrations.Step(
        """
        CREATE TABLE report (
          quake_id text COLLATE "C" PRIMARY KEY,
          fetched float8 NOT NULL,
          content json NOT NULL);
        CREATE INDEX report_by_time ON report (fetched);
        """),
      // One log over both databases.
      Migrations.Step(
        """
        ALTER TABLE quake ADD COLUMN deleted float8;
        INSERT INTO quake (\(quakeColumns))
        SELECT \(quakeColumns) FROM kept_quake ON CONFLICT DO NOTHING;
        DROP TABLE kept_quake;
        ALTER TABLE deleted_quake RENAME TO deleted_id;
        ALTER TABLE refresh RENAME TO former_refresh;
        CREATE TABLE refresh (
          key text COLLATE "C" PRIMARY KEY DEFAULT 'refresh',
          summary text COLLATE "C" NOT NULL DEFAULT '');
        INSERT INTO refresh (summary) SELECT summary::text FROM former_refresh;
        DROP TABLE former_refresh;
        ALTER TABLE known_time ADD COLUMN key text COLLATE "C";
        UPDATE known_time SET key = gen_random_uuid();
        ALTER TABLE known_time ADD PRIMARY KEY (key);
        ALTER TABLE feed_id RENAME TO former_feed_id;
        CREATE TABLE feed_id (
          key text COLLATE "C" PRIMARY KEY DEFAULT 'feed',
          id text COLLATE "C" NOT NULL DEFAULT '');
        INSERT INTO feed_id (id) SELECT upper(id::text) FROM former_feed_id;
        DROP TABLE former_feed_id;
        DROP INDEX report_by_time;
        ALTER TABLE report ALTER COLUMN content TYPE text COLLATE "C" USING content::text
        """, oldestProgram: 2),
    ])
}

/// The columns of the quakes since the log.
private let quakeColumns = """
  quake_id, magnitude, time, updated_time, name, longitude, latitude, depth, magnitude_type, type,
  status, alert, tsunami, felt, reported_intensity, estimated_intensity, significance, network,
  other_ids, url, missing_since, former_ids, deleted
  """
