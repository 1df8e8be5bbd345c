import type { EmailWords } from "../words.ts";

/** The sentences of every email, in Hindi. */
export const emails: EmailWords = {
  "email.verify_email.subject": "{product} के लिए अपने ईमेल पते की पुष्टि करें",
  "email.verify_email.preview": "बस एक टैप और आपके पते की पुष्टि हो जाएगी।",
  "email.verify_email.heading": "अपने ईमेल पते की पुष्टि करें",
  "email.verify_email.body":
    "{product} पर साइन अप करने के लिए इस पते का इस्तेमाल किया गया है। कृपया पुष्टि करें कि यह आपका ही पता है।",
  "email.verify_email.button": "ईमेल पते की पुष्टि करें",
  "email.verify_email.not_you":
    "अगर आपने साइन अप नहीं किया है, तो इस ईमेल को अनदेखा करें या लिंक खोलकर “यह मैंने नहीं किया” चुनें।",

  "email.reset_password.subject": "{product} के लिए नया पासवर्ड सेट करें",
  "email.reset_password.preview": "नया पासवर्ड चुनने के लिए, इस ईमेल में दिए गए लिंक का इस्तेमाल करें।",
  "email.reset_password.heading": "नया पासवर्ड सेट करें",
  "email.reset_password.body":
    "हमें आपके {product} खाते का पासवर्ड रीसेट करने का अनुरोध मिला है। नया पासवर्ड चुनने के लिए, नीचे दिए गए लिंक का इस्तेमाल करें।",
  "email.reset_password.button": "नया पासवर्ड चुनें",
  "email.reset_password.not_you":
    "अगर आपने यह अनुरोध नहीं किया है, तो इस ईमेल को अनदेखा करें। आपका पासवर्ड नहीं बदलेगा।",

  "email.invite_user.subject": "आपको {product} पर आने का न्योता मिला है",
  "email.invite_user.preview": "अपना खाता चालू करने के लिए पासवर्ड चुनें।",
  "email.invite_user.heading": "{product} में आपका स्वागत है",
  "email.invite_user.body": "आपको {product} पर आने का न्योता मिला है। अपना खाता चालू करने के लिए पासवर्ड चुनें।",
  "email.invite_user.button": "पासवर्ड चुनें",
  "email.invite_user.not_you": "अगर आपको इस न्योते की उम्मीद नहीं थी, तो इस ईमेल को अनदेखा करें।",

  "email.delete_account.subject": "अपना {product} खाता मिटाएँ",
  "email.delete_account.preview": "आपकी पुष्टि के बिना कुछ भी नहीं मिटाया जाएगा।",
  "email.delete_account.heading": "अपना खाता मिटाएँ",
  "email.delete_account.body":
    "हमें आपके {product} खाते और उसके सारे डेटा को हमेशा के लिए मिटाने का अनुरोध मिला है।\nअभी तक कुछ भी नहीं मिटाया गया है। पुष्टि करने के लिए, नीचे दिए गए लिंक का इस्तेमाल करें। मिटाने के बाद खाता वापस नहीं लाया जा सकता।",
  "email.delete_account.button": "मेरा खाता मिटाएँ",
  "email.delete_account.not_you":
    "अगर आपने यह अनुरोध नहीं किया है, तो इस ईमेल को अनदेखा करें। आपका खाता जैसा है वैसा ही रहेगा।",

  "email.change_email.subject": "{product} के लिए अपने नए ईमेल पते की पुष्टि करें",
  "email.change_email.preview": "पुष्टि करते ही आपका पता बदल जाएगा।",
  "email.change_email.heading": "अपने नए ईमेल पते की पुष्टि करें",
  "email.change_email.body":
    "आपने अपने {product} खाते के लिए इस पते का इस्तेमाल करने का अनुरोध किया है। कृपया पुष्टि करें कि यह आपका ही पता है।",
  "email.change_email.button": "नए पते की पुष्टि करें",
  "email.change_email.not_you": "अगर आपने यह अनुरोध नहीं किया है, तो इस ईमेल को अनदेखा करें। कुछ भी नहीं बदलेगा।",

  "email.email_code.subject": "{product} के लिए आपका साइन-इन कोड",
  "email.email_code.preview": "यह ईमेल खोलें और {product} में कोड डालें।",
  "email.email_code.heading": "आपका साइन-इन कोड",
  "email.email_code.body": "आपने जिस डिवाइस पर कोड माँगा था, उसी पर {product} में यह कोड डालें।",
  "email.email_code.button": "{product} खोलें",
  "email.email_code.validity":
    "यह कोड सिर्फ़ एक बार और सिर्फ़ उसी डिवाइस पर काम करेगा जिस पर इसे माँगा गया था। इसके मान्य रहने की अवधि: {lifetime}।",
  "email.email_code.not_you":
    "अगर आपने कोड नहीं माँगा है, तो इस ईमेल को अनदेखा करें। यह कोड किसी को न बताएँ। हमारी टीम आपसे यह कोड कभी नहीं माँगेगी।",

  "email.factor_code.subject": "{product} पर दो चरणों में पुष्टि सेट अप करने के लिए कोड",
  "email.factor_code.preview": "यह ईमेल खोलें और {product} में कोड डालें।",
  "email.factor_code.heading": "दो चरणों में पुष्टि सेट अप करें",
  "email.factor_code.body": "अपने खाते से ऑथेंटिकेटर ऐप जोड़ने के लिए, {product} में यह कोड डालें।",
  "email.factor_code.validity":
    "यह कोड सिर्फ़ एक बार और सिर्फ़ उसी डिवाइस पर काम करेगा जिस पर इसे माँगा गया था। इसके मान्य रहने की अवधि: {lifetime}।",
  "email.factor_code.not_you":
    "अगर आपने कोड नहीं माँगा है, तो हो सकता है कि किसी को आपका पासवर्ड पता हो। ऐसे में नया पासवर्ड चुनें। यह कोड किसी को न बताएँ।",

  "email.account_exists.subject": "{product} पर आपका खाता पहले से है",
  "email.account_exists.preview": "किसी ने आपके पते से साइन अप करने की कोशिश की।",
  "email.account_exists.heading": "आपका खाता पहले से है",
  "email.account_exists.body":
    "किसी ने आपके पते से {product} पर साइन अप करने की कोशिश की। आपका खाता पहले से है, इसलिए नया खाता नहीं बनाया गया।\nअगर यह कोशिश आपने की थी, तो हमेशा की तरह साइन इन करें। अगर आपको पासवर्ड याद नहीं है, तो साइन इन करते समय “पासवर्ड भूल गए” चुनें।",
  "email.account_exists.not_you":
    "अगर यह कोशिश आपने नहीं की थी, तो आपको कुछ करने की ज़रूरत नहीं है। आपके खाते में किसी ने साइन इन नहीं किया है।",

  "email.email_changed.subject": "आपके {product} खाते का ईमेल पता बदल दिया गया है",
  "email.email_changed.preview": "यह पता अब आपके खाते से नहीं जुड़ा है।",
  "email.email_changed.heading": "आपका ईमेल पता बदल दिया गया है",
  "email.email_changed.body":
    "आपके {product} खाते का ईमेल पता बदलकर दूसरा पता कर दिया गया है। अब इस पते से साइन इन नहीं किया जा सकता।",
  "email.email_changed.undo":
    "अगर यह बदलाव आपने नहीं किया है, तो इसे पहले जैसा करें। आपका पता वापस आ जाएगा, सभी डिवाइस साइन आउट हो जाएँगे और आपको नया पासवर्ड चुनना होगा।",
  "email.email_changed.button": "बदलाव पहले जैसा करें",
  "email.email_changed.by_you": "अगर यह पता आपने ही बदला है, तो आपको कुछ करने की ज़रूरत नहीं है।",
  "email.email_changed.not_you":
    "अगर यह बदलाव आपने नहीं किया है, तो हो सकता है कि कोई और आपका खाता इस्तेमाल कर रहा हो।",

  "email.password_changed.subject": "आपके {product} खाते का पासवर्ड बदल दिया गया है",
  "email.password_changed.preview": "अगर यह बदलाव आपने किया है, तो आपको कुछ करने की ज़रूरत नहीं है।",
  "email.password_changed.heading": "आपका पासवर्ड बदल दिया गया है",
  "email.password_changed.body":
    "आपके {product} खाते का पासवर्ड बदल दिया गया है। आपके बाकी डिवाइस साइन आउट कर दिए गए हैं।",
  "email.password_changed.not_you":
    "अगर यह बदलाव आपने नहीं किया है, तो {product} में साइन इन करते समय “पासवर्ड भूल गए” चुनें और नया पासवर्ड सेट करें।",

  "email.method_linked.subject": "आपके {product} खाते में साइन इन करने का एक तरीका जोड़ा गया है",
  "email.method_linked.preview": "अगर यह बदलाव आपने किया है, तो आपको कुछ करने की ज़रूरत नहीं है।",
  "email.method_linked.heading": "साइन इन करने का एक तरीका जोड़ा गया है",
  "email.method_linked.provider": "अब {provider} से आपके {product} खाते में साइन इन किया जा सकता है।",
  "email.method_linked.password": "अब ईमेल पते और पासवर्ड से आपके {product} खाते में साइन इन किया जा सकता है।",
  "email.method_linked.passkey": "अब पासकी से आपके {product} खाते में साइन इन किया जा सकता है।",
  "email.method_linked.other": "अब किसी दूसरी सेवा से आपके {product} खाते में साइन इन किया जा सकता है।",
  "email.method_linked.not_you":
    "अगर यह बदलाव आपने नहीं किया है, तो {product} में साइन इन करते समय “पासवर्ड भूल गए” चुनें। नया पासवर्ड सेट करने पर, साइन इन करने के वे तरीके हट जाएँगे जो दूसरों ने जोड़े हैं।",

  "email.method_removed.subject": "आपके {product} खाते से साइन इन करने का एक तरीका हटाया गया है",
  "email.method_removed.preview": "अगर यह बदलाव आपने किया है, तो आपको कुछ करने की ज़रूरत नहीं है।",
  "email.method_removed.heading": "साइन इन करने का एक तरीका हटाया गया है",
  "email.method_removed.provider": "अब {provider} से आपके {product} खाते में साइन इन नहीं किया जा सकता।",
  "email.method_removed.password": "अब ईमेल पते और पासवर्ड से आपके {product} खाते में साइन इन नहीं किया जा सकता।",
  "email.method_removed.passkey": "आपके {product} खाते से एक पासकी हटाई गई है। अब उससे साइन इन नहीं किया जा सकता।",
  "email.method_removed.other": "अब किसी दूसरी सेवा से आपके {product} खाते में साइन इन नहीं किया जा सकता।",
  "email.method_removed.not_you":
    "अगर यह बदलाव आपने नहीं किया है, तो {product} में साइन इन करते समय “पासवर्ड भूल गए” चुनें और नया पासवर्ड सेट करें।",

  "email.factor_changed.subject": "आपके {product} खाते की दो चरणों में पुष्टि की सेटिंग बदली गई है",
  "email.factor_changed.preview": "अगर यह बदलाव आपने किया है, तो आपको कुछ करने की ज़रूरत नहीं है।",
  "email.factor_changed.heading": "दो चरणों में पुष्टि की सेटिंग बदली गई है",
  "email.factor_changed.enrolled":
    "आपके {product} खाते से एक ऑथेंटिकेटर ऐप जोड़ा गया है। अब साइन इन करने के लिए उस ऐप का कोड भी डालना होगा। आपके बाकी डिवाइस साइन आउट कर दिए गए हैं।",
  "email.factor_changed.removed":
    "आपके {product} खाते से ऑथेंटिकेटर ऐप हटा दिया गया है। आपके बाकी डिवाइस साइन आउट कर दिए गए हैं।",
  "email.factor_changed.codes_removed":
    "आपके {product} खाते के रिकवरी कोड हटा दिए गए हैं। आपके बाकी डिवाइस साइन आउट कर दिए गए हैं।",
  "email.factor_changed.codes_replaced":
    "आपके {product} खाते के लिए नए रिकवरी कोड बनाए गए हैं। पुराने कोड अब काम नहीं करेंगे। आपके बाकी डिवाइस साइन आउट कर दिए गए हैं।",
  "email.factor_changed.reset":
    "सहायता टीम ने आपके {product} खाते से दो चरणों में पुष्टि हटा दी है। सभी डिवाइस साइन आउट कर दिए गए हैं।",
  "email.factor_changed.not_you":
    "अगर यह बदलाव आपने नहीं किया है, तो हो सकता है कि कोई और आपका खाता इस्तेमाल कर रहा हो।",

  "email.new_device.subject": "आपके {product} खाते में नया साइन-इन",
  "email.new_device.preview": "आपका खाता एक नए डिवाइस पर इस्तेमाल किया गया है।",
  "email.new_device.heading": "आपके खाते में नया साइन-इन",
  "email.new_device.body":
    "आपके {product} खाते में एक ऐसे डिवाइस से साइन इन किया गया है जिसका पहले इस्तेमाल नहीं हुआ था।",
  "email.new_device.not_you":
    "अगर यह आपने नहीं किया है, तो {product} में साइन इन करते समय “पासवर्ड भूल गए” चुनें और नया पासवर्ड सेट करें। इससे सभी डिवाइस साइन आउट हो जाएँगे।",

  "email.deletion_scheduled.subject": "आपका {product} खाता मिटा दिया जाएगा",
  "email.deletion_scheduled.preview": "खाता बनाए रखने के लिए साइन इन करें।",
  "email.deletion_scheduled.heading": "आपका खाता मिटा दिया जाएगा",
  "email.deletion_scheduled.body":
    "आपका {product} खाता और उसका सारा डेटा इस समय मिटा दिया जाएगा: {time}। तब तक सभी डिवाइस साइन आउट रहेंगे।\nक्या खाता बनाए रखना है? उससे पहले साइन इन करें और आपका खाता जैसा है वैसा ही रहेगा। ऐप स्टोर से ली गई सदस्यता तब तक जारी रहेगी, जब तक उसे वहीं रद्द नहीं किया जाता।",
  "email.deletion_scheduled.not_you":
    "अगर आपने यह अनुरोध नहीं किया है, तो खाता बनाए रखने के लिए {product} में साइन इन करें और अपना पासवर्ड बदलें। अगर साइन इन नहीं हो पा रहा है, तो हो सकता है कि कोई और आपका खाता इस्तेमाल कर रहा हो।",

  "email.invite_admin.subject": "आपको {host} का एडमिन बनने का न्योता मिला है",
  "email.invite_admin.preview": "न्योता स्वीकार करने के लिए पासवर्ड चुनें।",
  "email.invite_admin.heading": "आपको {host} का एडमिन बनने का न्योता मिला है",
  "email.invite_admin.body":
    "{inviter} ने आपको {host} पर मौजूद {product} सर्वर का एडमिन बनने का न्योता भेजा है।\nनीचे दिए गए लिंक से पासवर्ड चुनें। इसके बाद, उस पासवर्ड और इस ईमेल पते से साइन इन करें।",
  "email.invite_admin.button": "न्योता स्वीकार करें",
  "email.invite_admin.not_you": "अगर आपको इस न्योते की उम्मीद नहीं थी, तो इस ईमेल को अनदेखा करें। कुछ नहीं होगा।",

  "email.admin_factors_changed.subject": "{host} पर आपकी दो चरणों में पुष्टि की सेटिंग बदली गई है",
  "email.admin_factors_changed.preview": "अगर यह बदलाव आपने किया है, तो आपको कुछ करने की ज़रूरत नहीं है।",
  "email.admin_factors_changed.heading": "दो चरणों में पुष्टि की आपकी सेटिंग बदली गई है",
  "email.admin_factors_changed.added":
    "{host} पर मौजूद {product} सर्वर के आपके एडमिन खाते में एक ऑथेंटिकेटर ऐप जोड़ा गया है। आपके बाकी सेशन खत्म कर दिए गए हैं।",
  "email.admin_factors_changed.removed":
    "{host} पर मौजूद {product} सर्वर के आपके एडमिन खाते से ऑथेंटिकेटर ऐप और रिकवरी कोड हटा दिए गए हैं। आपके बाकी सेशन खत्म कर दिए गए हैं।",
  "email.admin_factors_changed.replaced":
    "{host} पर मौजूद {product} सर्वर के आपके एडमिन खाते का ऑथेंटिकेटर ऐप बदल दिया गया है और नए रिकवरी कोड बनाए गए हैं। आपके बाकी सेशन खत्म कर दिए गए हैं।",
  "email.admin_factors_changed.codes_replaced":
    "{host} पर मौजूद {product} सर्वर के आपके एडमिन खाते के रिकवरी कोड की जगह नए कोड बनाए गए हैं। आपके बाकी सेशन खत्म कर दिए गए हैं।",
  "email.admin_factors_changed.button": "कंसोल खोलें",
  "email.admin_factors_changed.not_you":
    "अगर यह बदलाव आपने नहीं किया है, तो हो सकता है कि कोई और आपका खाता इस्तेमाल कर रहा हो। सर्वर चलाने वाली टीम से कहें कि वह आपकी दो चरणों में पुष्टि रीसेट करे और आपके लिए नया पासवर्ड सेट करे (svc admin create)।",

  "email.link_validity": "यह लिंक सिर्फ़ एक बार इस्तेमाल किया जा सकता है। इसके मान्य रहने की अवधि: {lifetime}।",
  "email.open_link": "अगर बटन काम नहीं कर रहा है, तो यह लिंक खोलें:",
  "email.asked_with": "{device} से अनुरोध किया गया। समय: {time}।",
  "email.asked": "अनुरोध का समय: {time}।",
  "email.contact_then": "इसके बाद {support_email} पर संपर्क करें।",
  "email.contact_then_team": "इसके बाद {product} चलाने वाली टीम से संपर्क करें।",
  "email.contact_now": "तुरंत {support_email} पर संपर्क करें।",
  "email.contact_now_team": "तुरंत {product} चलाने वाली टीम से संपर्क करें।",
  "email.footer_help": "सहायता",
  "email.footer_privacy": "निजता",
  "email.footer_terms": "शर्तें",

  "device.browser": "{system} पर {browser}",
  "device.app_android": "Android ऐप",
  "device.app_apple": "Apple डिवाइस पर मौजूद ऐप",
  "device.app": "ऐप",
};
