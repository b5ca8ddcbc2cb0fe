CREATE TABLE banner (
    is_only boolean DEFAULT true NOT NULL,
    title text NOT NULL,
    CONSTRAINT banner_is_only_check CHECK (is_only)
);
CREATE TABLE breed_picture (
    breed text NOT NULL COLLATE pg_catalog."C",
    sub_breed text NOT NULL COLLATE pg_catalog."C",
    url text NOT NULL
);
CREATE TABLE change (
    log text NOT NULL COLLATE pg_catalog."C",
    seq bigint NOT NULL,
    operation uuid NOT NULL,
    origin uuid NOT NULL,
    kind text NOT NULL,
    payload json NOT NULL,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
CREATE TABLE dog_list (
    is_only boolean DEFAULT true NOT NULL,
    dogs json NOT NULL,
    date double precision NOT NULL,
    CONSTRAINT dog_list_is_only_check CHECK (is_only)
);
CREATE TABLE lease (
    name text NOT NULL COLLATE pg_catalog."C",
    holder uuid,
    until timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    done timestamp with time zone
);
CREATE TABLE photo_list (
    source text NOT NULL COLLATE pg_catalog."C",
    photos json NOT NULL,
    fetched double precision NOT NULL,
    skipped bigint NOT NULL
);
CREATE TABLE schema_version (
    component text NOT NULL COLLATE pg_catalog."C",
    version bigint NOT NULL,
    oldest_program bigint NOT NULL,
    applied timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE sign_in (
    id text NOT NULL,
    name text NOT NULL,
    password text NOT NULL,
    began bigint NOT NULL,
    expiry bigint NOT NULL
);
CREATE TABLE sign_in_password (
    name text NOT NULL,
    hash text NOT NULL,
    replaced text NOT NULL
);
INSERT INTO banner VALUES (true, 'Kept by the old one');
INSERT INTO breed_picture VALUES ('akita', '', 'https://images.dog.ceo/breeds/x/1.jpg');
INSERT INTO change VALUES ('sign-in', 0, 'e5197149-d5ea-4991-bc79-d0ba4d08168c', 'c832b038-af89-4042-baf8-174dde6471b3', 'begin', '{}', '2026-11-26 22:22:44.447714+00');
INSERT INTO change VALUES ('breeds', 0, 'b4b6864d-319f-4070-9a10-a063b81c9eba', '4f836487-366c-46db-abe9-43eb965c628e', 'begin', '{}', '2026-11-26 22:22:44.466604+00');
INSERT INTO change VALUES ('photos', 0, '6b309190-a9cf-4335-810d-ae237a582a3e', 'cce49796-b026-4a18-a58c-a18e66310013', 'begin', '{}', '2026-11-26 22:22:44.469827+00');
INSERT INTO change VALUES ('sign-in', 1, '8fb2b476-768d-42f9-b6d7-8eed52ab4498', 'e0d98b94-aedc-4cf7-83bb-9bec466dce24', 'change', '{"begin":{"_0":{"name":"anna","expiry":1798323764,"begin":1795731764,"password":"37a4a0bbafcce3488f188c1ec517947c4e073f6821f0dd6a8d0d7a1e41e50d4e","id":"88f605263c123237205e7fe07a668f3476d909cc7c000a0074fa993cd723e041"},"ending":[]}}', '2026-11-26 22:22:44.514381+00');
INSERT INTO change VALUES ('breeds', 2, '2a89bfe7-fce2-4d23-bb61-32fb3b37ca88', 'e0d98b94-aedc-4cf7-83bb-9bec466dce24', 'change', '{"picture":{"_0":{"url":"https:\/\/images.dog.ceo\/breeds\/x\/1.jpg","key":{"breed":"akita"}}}}', '2026-11-26 22:22:44.553192+00');
INSERT INTO change VALUES ('photos', 2, '344542d4-2bac-4247-ba8f-0243927ee26b', 'e0d98b94-aedc-4cf7-83bb-9bec466dce24', 'change', '{"banner":{"_0":{"title":"Kept by the old one"}}}', '2026-11-26 22:22:45.578917+00');
INSERT INTO change VALUES ('sign-in', 2, '4ded3067-cd7a-4cbe-b50f-a59a01c23e28', 'e0d98b94-aedc-4cf7-83bb-9bec466dce24', 'change', '{"change":{"of":"anna","password":{"hash":"$y$j9T$sT3HpiSGn7rv6Ful0R3qP.$GhpXxXBHTMT0g70uIFfovqjtHjh1D6.LUs0j6vAbR99","replaced":"37a4a0bbafcce3488f188c1ec517947c4e073f6821f0dd6a8d0d7a1e41e50d4e"}}}', '2026-11-26 22:22:45.610829+00');
INSERT INTO change VALUES ('sign-in', 3, '63eb7d32-3ce9-4280-9e16-5af7ae5c5fec', 'e0d98b94-aedc-4cf7-83bb-9bec466dce24', 'change', '{"begin":{"ending":["88f605263c123237205e7fe07a668f3476d909cc7c000a0074fa993cd723e041"],"_0":{"expiry":1798323765,"begin":1795731765,"id":"9a154dae7b5dc7b82ba2cb6f7780bf001bd5462af94a27a2c89254396b36df7a","name":"anna","password":"96378bf46991182c3051b2a29bee92e36444337fd30347ad02d7ed2b145f773a"}}}', '2026-11-26 22:22:45.612949+00');
INSERT INTO dog_list VALUES (true, '[{"breed":"affenpinscher","subBreeds":[]},{"breed":"akita","subBreeds":[]},{"breed":"hound","subBreeds":["afghan","basset","blood","english","ibizan","plott","walker"]}]', 817424564.533217);
INSERT INTO photo_list VALUES ('http://127.0.0.1:8000/photos?_limit=5', '[{"albumId":1,"title":"the first one","url":"https://via.placeholder.com/600/92c952","thumbnailUrl":"https://via.placeholder.com/150/92c952","id":1},{"albumId":1,"title":"the second one","url":"https://via.placeholder.com/600/771796","thumbnailUrl":"https://via.placeholder.com/150/771796","id":2}]', 817424564.5675855, 0);
INSERT INTO schema_version VALUES ('log', 1, 1, '2026-11-26 22:22:40.32505+00');
INSERT INTO schema_version VALUES ('sign-in', 1, 1, '2026-11-26 22:22:40.32505+00');
INSERT INTO schema_version VALUES ('breeds', 1, 1, '2026-11-26 22:22:40.32505+00');
INSERT INTO schema_version VALUES ('photos', 1, 1, '2026-11-26 22:22:40.32505+00');
INSERT INTO sign_in VALUES ('9a154dae7b5dc7b82ba2cb6f7780bf001bd5462af94a27a2c89254396b36df7a', 'anna', '96378bf46991182c3051b2a29bee92e36444337fd30347ad02d7ed2b145f773a', 1795731765, 1798323765);
INSERT INTO sign_in_password VALUES ('anna', '$y$j9T$sT3HpiSGn7rv6Ful0R3qP.$GhpXxXBHTMT0g70uIFfovqjtHjh1D6.LUs0j6vAbR99', '37a4a0bbafcce3488f188c1ec517947c4e073f6821f0dd6a8d0d7a1e41e50d4e');
ALTER TABLE ONLY banner
    ADD CONSTRAINT banner_pkey PRIMARY KEY (is_only);
ALTER TABLE ONLY breed_picture
    ADD CONSTRAINT breed_picture_pkey PRIMARY KEY (breed, sub_breed);
ALTER TABLE ONLY change
    ADD CONSTRAINT change_operation_key UNIQUE (operation);
ALTER TABLE ONLY change
    ADD CONSTRAINT change_pkey PRIMARY KEY (log, seq);
ALTER TABLE ONLY dog_list
    ADD CONSTRAINT dog_list_pkey PRIMARY KEY (is_only);
ALTER TABLE ONLY lease
    ADD CONSTRAINT lease_pkey PRIMARY KEY (name);
ALTER TABLE ONLY photo_list
    ADD CONSTRAINT photo_list_pkey PRIMARY KEY (source);
ALTER TABLE ONLY schema_version
    ADD CONSTRAINT schema_version_pkey PRIMARY KEY (component, version);
ALTER TABLE ONLY sign_in_password
    ADD CONSTRAINT sign_in_password_pkey PRIMARY KEY (name);
ALTER TABLE ONLY sign_in
    ADD CONSTRAINT sign_in_pkey PRIMARY KEY (id);
CREATE TABLE deleted_quake (
    quake_id text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE feed_id (
    id uuid NOT NULL
);
CREATE TABLE kept_quake (
    quake_id text NOT NULL COLLATE pg_catalog."C",
    magnitude double precision,
    "time" double precision NOT NULL,
    updated_time double precision NOT NULL,
    name text NOT NULL,
    longitude double precision NOT NULL,
    latitude double precision NOT NULL,
    depth double precision,
    magnitude_type text,
    type text NOT NULL,
    status text NOT NULL,
    alert text,
    tsunami boolean NOT NULL,
    felt bigint,
    reported_intensity double precision,
    estimated_intensity double precision,
    significance bigint NOT NULL,
    network text NOT NULL,
    other_ids text[],
    url text,
    missing_since double precision,
    deleted double precision NOT NULL,
    former_ids text[]
);
CREATE TABLE known_time (
    since double precision NOT NULL,
    until double precision NOT NULL,
    deleted double precision,
    CONSTRAINT known_time_check CHECK ((until > since))
);
CREATE TABLE quake (
    quake_id text NOT NULL COLLATE pg_catalog."C",
    magnitude double precision,
    "time" double precision NOT NULL,
    updated_time double precision NOT NULL,
    name text NOT NULL,
    longitude double precision NOT NULL,
    latitude double precision NOT NULL,
    depth double precision,
    magnitude_type text,
    type text NOT NULL,
    status text NOT NULL,
    alert text,
    tsunami boolean NOT NULL,
    felt bigint,
    reported_intensity double precision,
    estimated_intensity double precision,
    significance bigint NOT NULL,
    network text NOT NULL,
    other_ids text[],
    url text,
    missing_since double precision,
    former_ids text[],
    CONSTRAINT quake_alert_check CHECK ((alert = ANY (ARRAY['green'::text, 'yellow'::text, 'orange'::text, 'red'::text]))),
    CONSTRAINT quake_status_check CHECK ((status = ANY (ARRAY['automatic'::text, 'reviewed'::text, 'deleted'::text])))
);
CREATE TABLE refresh (
    refresh_id bigint NOT NULL,
    summary json NOT NULL,
    CONSTRAINT refresh_refresh_id_check CHECK ((refresh_id = 1))
);
CREATE TABLE report (
    quake_id text NOT NULL COLLATE pg_catalog."C",
    fetched double precision NOT NULL,
    content json NOT NULL
);
INSERT INTO change VALUES ('quakes', 4, '011f0699-fc41-4224-9117-d2ec151415fd', '35dafde1-655f-458f-905a-a56df140506f', 'change', '{"restored":{"quakeIds":["hv74212797"]}}', '2026-11-27 00:31:57.703092+00');
INSERT INTO change VALUES ('quakes', 5, 'a1891c36-3153-4d08-b0bc-029494def4d5', '35dafde1-655f-458f-905a-a56df140506f', 'change', '{"restored":{"quakeIds":["nc75000901"]}}', '2026-11-27 00:31:57.721294+00');
INSERT INTO deleted_quake VALUES ('ak0245qs093q');
INSERT INTO deleted_quake VALUES ('us6000mw97');
INSERT INTO feed_id VALUES ('bf34e084-d60b-4dd1-9c5b-b8f3ba4808e7');
INSERT INTO kept_quake VALUES ('ak0245qs093q', 2.4, 736484853.0209999, 736487184.04, '90 km NW of Karluk, Alaska', -155.3919, 58.2061, 0, 'ml', 'earthquake', 'automatic', NULL, false, NULL, NULL, NULL, 89, 'ak', '{us6000mw97}', NULL, NULL, 817432317.682323, NULL);
INSERT INTO kept_quake VALUES ('ak0245qrjrlc', 2.6, 736482641.1029999, 736483136.04, '55 km E of Pedro Bay, Alaska', -153.1158, 59.75, 105.3, 'ml', 'earthquake', 'automatic', NULL, false, NULL, NULL, NULL, 104, 'ak', '{us6000mw8z}', NULL, NULL, 817432317.694, NULL);
INSERT INTO kept_quake VALUES ('ci40738208', 0.4, 736498480.3399999, 736498920.849, '19 km ESE of Anza, CA', -116.4868333, 33.4911667, 14.02, 'ml', 'earthquake', 'automatic', NULL, false, NULL, NULL, NULL, 2, 'ci', NULL, NULL, NULL, 817432317.694, NULL);
INSERT INTO known_time VALUES (735894408, 736499208, 817432317.694);
INSERT INTO quake VALUES ('hv74212797', 3.1, 736485188.01, 736486956.743, '18 km SSE of Leilani Estates, Hawaii', -154.862, 19.312, 35.73, 'ml', 'earthquake', 'reviewed', NULL, false, 1, 2, NULL, 148, 'hv', '{us6000mw98}', NULL, NULL, NULL);
INSERT INTO quake VALUES ('nc75000901', 0.76, 736498805.4300001, 736498903.4449999, '7 km NW of The Geysers, CA', -122.822998046875, 38.8173332214355, 2.33999991416931, 'md', 'earthquake', 'automatic', NULL, false, NULL, NULL, NULL, 9, 'nc', NULL, NULL, NULL, NULL);
INSERT INTO refresh VALUES (1, '{"counts":{"withdrawn":0,"new":5,"renamed":0,"unchanged":0,"skipped":0,"changed":0},"range":"allWeek","generated":736499208}');
INSERT INTO report VALUES ('hv74212797', 817432308, '{"quakeId":"hv74212797","fetched":817432308,"felt":[],"towns":[],"summary":["A fault."],"impact":[],"format":2,"missing":[],"tooLarge":[]}');
INSERT INTO schema_version VALUES ('quakes', 1, 1, '2026-11-27 00:31:53.439352+00');
INSERT INTO schema_version VALUES ('quakes', 2, 1, '2026-11-27 00:31:53.439352+00');
INSERT INTO schema_version VALUES ('quakes', 3, 1, '2026-11-27 00:31:53.439352+00');
INSERT INTO schema_version VALUES ('quakes', 4, 1, '2026-11-27 00:31:53.439352+00');
INSERT INTO schema_version VALUES ('quakes', 5, 1, '2026-11-27 00:31:53.439352+00');
INSERT INTO schema_version VALUES ('quakes', 6, 1, '2026-11-27 00:31:53.439352+00');
ALTER TABLE ONLY deleted_quake
    ADD CONSTRAINT deleted_quake_pkey PRIMARY KEY (quake_id);
ALTER TABLE ONLY kept_quake
    ADD CONSTRAINT kept_quake_pkey PRIMARY KEY (quake_id);
ALTER TABLE ONLY quake
    ADD CONSTRAINT quake_pkey PRIMARY KEY (quake_id);
ALTER TABLE ONLY refresh
    ADD CONSTRAINT refresh_pkey PRIMARY KEY (refresh_id);
ALTER TABLE ONLY report
    ADD CONSTRAINT report_pkey PRIMARY KEY (quake_id);
CREATE INDEX report_by_time ON report USING btree (fetched);
