/// The passwords of ten or more characters among the 10,000 commonest, in lower case. Their source
/// is in NOTICE.md.
let commonPasswords = Set(
  """
  0.00000000 0000000000 000webhost 0102030405 010203040506 0123456789 0147258369 0147852369
  0192837465 0987654321 0r968ji9ufj6 1020304050 1029384756 1111111111 11111111111 111111111111
  111222tianya 1122334455 112233445566 1123581321 1212121212 1213141516 123123123123 123321123321
  1234509876 1234512345 1234554321 123456123456 12345654321 123456654321 123456789. 1234567890
  1234567890- 12345678900 12345678901 1234567890a 1234567890q 1234567891 12345678910 123456789123
  123456789123456789 1234567899 123456789987654321 123456789a 123456789abc 123456789asd 123456789b
  123456789c 123456789d 123456789e 123456789f 123456789g 123456789h 123456789j 123456789k
  123456789l 123456789m 123456789n 123456789o 123456789p 123456789q 123456789qwe 123456789r
  123456789s 123456789t 123456789v 123456789w 123456789z 123456abcd 123456qwer 123456qwerty
  12345abcde 12345qwert 12345qwerty 123admin321 123hfjdk147 123qwe123qwe 123qweasdzxc 1357913579
  1357924680 18atcskd2w 18n28n24a5 1a2b3c4d5e 1a2s3d4f5g 1butterfly 1fr2rfq7xl 1q2w3e4r5t
  1q2w3e4r5t6y 1q2w3e4r5t6y7u 1q2w3e4r5t6y7u8i 1q2w3e4r5t6y7u8i9o 1q2w3e4r5t6y7u8i9o0p 1qaz2wsx3edc
  1qazxsw23edc 1v7upjw3nt 1zn6fpn01x 2012comeer 2222222222 3333333333 3d8cubaj2e 3odi15ngxb
  3rjs1la2qe 3rjs1la7qe 3rjs5la8qe 421uiopy258 4815162342 5532361cnjqrf 5555555555 5hsu75kpot
  5xfgs3ii9d 6666666666 6hbf28w791 7777777777 7894561230 7elephants 7ugd5hip2j 8888888888
  8ix6s1fceh 9293709b13 92k2cizcdp 9876543210 987654321a 987654321q 9999999999 9uzp9jek3f
  ?????????? a123456789 a1a2a3a4a5 a1b2c3d4e5 a1s2d3f4g5 aaaaaaaaaa abcd123456 abcde12345
  abcdefg123 abcdefghij abracadabra abrakadabra administrator alejandra1 alejandro1 aleksandra
  alessandra alessandro alexander1 alexander2 alexandra1 alexandria america123 amsterdam1
  anastasiya angelbaby1 anthony123 argentina1 arsenal123 asdfg12345 asdfghjkl1 asdfghjkl123
  asdfghjkl: asshole123 astonvilla australia1 azertyuiop babycakes1 babygirl01 babygirl08
  babygirl09 babygirl10 babygirl11 babygirl12 babygirl13 babygirl14 babygirl15 babygirl16
  babygirl21 babygirl22 babygirl23 babygirl69 babygurl12 backspace1 baili123com bangladesh
  barcelona1 baseball10 baseball11 baseball12 baseball13 baseball14 baseball15 baseball21
  baseball22 baseball23 baseball24 basketbal1 basketball basketball1 battlefield beautiful1
  beautiful2 bellissima bernadette bestfriend bestfriends bettyboop1 bigpimpin1 billabong1
  blackberry blackjack1 blingbling blueberry1 bobmarley1 brandon123 braveheart bubblegum1
  bubbles123 budweiser1 bugsbunny1 buttercup1 butterfly1 butterfly2 butterfly3 butterfly7
  butterfly8 c43qpul5rz california callofduty candycane1 capricorn1 cardinals1 casablanca
  cashmoney1 cassandra1 catherine1 cellphone1 celtic1888 cepetsugih chargers21 charlie123
  charlotte1 cheesecake chelsea123 chevrolet1 chicken123 chocolate1 chocolate2 chrisbrown
  christelle christian1 christian2 christina1 christine1 christmas1 christophe christopher
  chronic420 cinderella cjmasterinf classof200 classof201 cleveland1 cm6e7aumn9 computer12
  cookiemons cookies123 couponsc10 d123456789 d2xyw89sxj d71lwz9zjs d9zufqd92n daddysgirl
  darkangel1 december12 deerhunter demon1q2w3e demon1q2w3e4r demon1q2w3e4r5t deutschland
  devilmaycry diosesamor diosesfiel disturbed1 diwtgm8492 dominican1 dominique1 dontforget
  doomsayer.2.7mords.v dragonball dragonballz dragonfly1 eh1k9oh335 elizabeth1 elizabeth2
  emachines1 enterprise eqes606898 estrellita evanescence evangelion everything familyguy1
  feder_1941 felicidade fenerbahce finalfantasy firefighter fktrcfylhf football09 football10
  football11 football12 football13 football14 football20 football21 football22 football23
  football24 forzainter forzamilan fqrg7cs493 francisco1 friends123 friendship friendster
  fu7u4a#$$$ fuckyou123 fuckyou666 fullaccess g13916055158 g9l2d1fzpy gabriel123 gabrielle1
  galatasaray ghostrider girlfriend godfather1 godisgood1 godisgreat godislove1 godlovesme
  golfcourse google.com greenday12 grenouille groupd2013 guadalupe1 gymnastics h1xp2z2duk
  h2vwdubjx4 halloween1 happiness1 harrypotte harrypotter hellohello hellokitty hellothere
  helloworld hernandez1 highlander history278 hollister1 hollister2 hollywood1 homelesspa
  hondacivic houston713 huhbbhzu78 hurricane1 iamnumber1 iamthebest ichliebedich id6c3wr6un
  idontknow1 ihatethisgame ilovechris ilovejesus ilovejusti iloveme123 ilovemusic ilovemymom
  ilovemyself ilovepussy iloveyou08 iloveyou09 iloveyou10 iloveyou11 iloveyou12 iloveyou123
  iloveyou13 iloveyou14 iloveyou15 iloveyou21 iloveyou22 iloveyou23 iloveyou69 impossible
  information international ironmaiden iw14fi9jxl j123456789 jacqueline jaihanuman jamesbond007
  jasmine123 jeffhardy1 jellybean1 jennifer12 jessica123 jesucristo jesuschris jesuschrist
  jesusfreak jesusislord jesussaves jjcg16dj5k jobshop2002 john!20130605at1753 johndeere1
  juancarlos jundian2011xr justinbieb justinbieber ka_djkhjsy6 katherine1 kifj9n7bfu kissmyass1
  klapaucius kobebryant konstantin l6ho3tg7wb lamborghini leavemealone letmein123 lifeisgood
  lifesucks1 lighthouse lightning1 linkedin123 linkedin2011 linkinpark littlebit1 littleman1
  liverpool1 liverpool8 liverpoolfc livestrong longhorns1 losangeles love123456 lovehurts1
  loveislife lovergirl1 lovesucks1 loveyou123 lucifer666 m123456789 mackenzie1 madagascar
  magandaako management manchester maprchem56458 maradona10 margarita1 margherita marijuana1
  maryjane42 mastermind matematica matthew123 maximilian mechanical mega_pizdetz666 megaparol12345
  megasecret metallica1 michael123 michelle12 mickeymouse microsoft1 mikejones1 mileycyrus
  milkshake1 mississipp mississippi mitsubishi mmmmmmmmmm moneymaker moneymoney monkeybutt
  monster123 montecarlo montgom2409 moonlight1 mostwanted motdepasse motherfuck motherfucker
  motherlode motocross1 mrf11277215 multiplelog murcielago music4life mypassword myspace.co
  myspace101 myspace123 n8zgt5p0shw= nathaniel1 networking neveragain newcastle1 newpassword
  nickjonas1 nightmare1 nintendo64 nissan350z nks230kjs82 nopassword northside1 november11
  nuttertools nyq28giz1z ocpoook325 ohiostate1 ohmnamah23 onedirection opensesame ordinateur
  owt243ygbj p3rat54797 paintball1 pakistan123 panasonic1 passer2009 passer2011 password00
  password01 password07 password08 password09 password10 password11 password12 password123
  password1234 password13 password14 password15 password16 password17 password19 password20
  password21 password22 password23 password24 password33 password69 password77 password88
  password99 patriots12 pazzword123 pe#5gz29ptzmse pimpdaddy1 pineapple1 pinkfloyd1 playboy123
  playstation playstation3 poiuytrewq pok29q6666 pokemon123 polniypizdec0211 polniypizdec1102
  polniypizdec110211 porsche911 pothead420 prettyboy1 prettygirl princesita princess01 princess08
  princess09 princess10 princess11 princess12 princess13 princess14 princess15 princess16
  princess21 princess22 princess23 principessa professional projectsadminx puertorico puppylove1
  q123456789 q1w2e3r4t5 q1w2e3r4t5y6 qazwsxedc1 qazwsxedc123 qazwsxedcrfv qdujvyg5sxa qqqqqqqqqq
  qti7zxh18u qwe1122334 qweasdzxc1 qweasdzxc123 qwegta13091990 qwerasdfzxcv qwert12345 qwertasdfg
  qwerty1234 qwerty12345 qwerty123456 qwertyqwerty qwertyuio1 qwertyuiop qwertyuiop1 qwertyuiop123
  qwertyuiop[] qwertzuiop r9lw4j8khx rainbow123 rammstein1 realmadrid revelation revolution
  rjycnfynby roadrunner rocknroll1 rockstar12 rodriguez1 ronaldinho runescape1 s123456789
  s8ylpe9jdpvym sagitarius sailormoon samantha12 samsung123 scoobydoo1 scvmofas79 sebastian1
  seniseviyorum september1 september2 september9 septiembre sexybeast1 sexybitch1 simpleplan
  skate4life skateboard skywalker1 slipknot66 smackdown1 smallville snowboard1 snowflake1
  softball10 softball11 softball12 softball13 sojdlg123aljg something1 sonyericsson souljaboy1
  southpark1 southside1 spartan117 spiderman1 spiderman2 spiderman3 spongebob1 spongebob2
  starbucks1 starcraft1 starlight1 startfinding stephanie1 stonecold1 strawberry suckmydick
  summertime sunderland sunflower1 sunshine12 supergirl1 superman12 superman23 supermario
  supersonic superstar1 sweetheart sweetness1 swordfish1 syncmaster sz9kqcctwy taishan2011
  technology teddybear1 telechargement television temppassword terminator testing123 thegreat123
  thirteen13 tinkerbell tnk0mk16vx tokiohotel tottenham1 transformers triskelion ttd955audg
  tweetybird twilight12 ty2t1hv3oc u1v7hhh7ef uhfybn8888 underground undertaker underworld
  university uqa9ebw445 uvgx8f8232 vaffanculo valentina1 valentine1 viphv5j736 volkswagen
  volleyball vqsablpzla vrbgqns997 w5tn36alfw w5txn36alfw w66yrybgra wachtwoord washington
  watermelon webhompass welcome123 wellington whatthezor william123 winchester woaini1314
  wolverine1 wonderful1 wonderland wrestling1 x3luym2mmj x4ivyga51f xiang123456 xxxxxxxxxx
  y6p67ftrqj yagjecc826 yfdbufnjh10305070 yfdbufnjh63 youngmoney yuantuo2012 z0102030405 z123456789
  zxcasdqwe123 zxcvb12345 zxcvbnm123 zzzzzzzzzz
  """.split { $0 == " " || $0.isNewline }.map(String.init))
